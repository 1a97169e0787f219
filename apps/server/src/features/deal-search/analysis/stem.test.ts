import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stem } from './stem.ts';

describe('stem', () => {
  it.each([
    'телефон телефона телефонът телефони телефоните',
    'стол стола столът столове столовете',
    'часовник часовника часовникът часовници часовниците',
    'остатък остатъка остатъци остатъците',
    'кола колата коли колите',
    'къща къщата къщи къщите',
    'екскурзия екскурзията екскурзии екскурзиите',
    'колело колелото колела колелата',
    'място мястото места местата',
    'яке якето якета якетата',
    'нов нова ново нови новия новият новата новото новите',
    'зимен зимна зимно зимни зимния зимният зимните',
    'голям голяма голямо големи големите',
    'мъжки мъжка мъжко мъжкият мъжките',
    'таблет таблета таблетът таблети таблетите',
    'лопата лопатата лопати лопатите',
    'боя боята бои боите',
    'кон конят коне конете',
    'море морето морета моретата',
    'учител учителя учителят учители',
    'музей музея музеи',
    'алуминий алуминия алуминият',
    'събитие събитието събития събитията',
    'линия линията линии линиите',
    'помощ помощта помощи',
    'радост радостта радости',
    'огън огъня огънят огньове огньовете',
    'орел орела орли орлите',
    'синьо синьото синя сини синия',
    'тънък тънка тънки тънкия',
    'топъл топла топли',
    'филтър филтъра филтри филтрите',
    'ритъм ритъма ритми',
    'дете детето деца децата',
    'ръка ръката ръце ръцете',
    'мъж мъжа мъже мъжете',
    'билет билета билетът билети билетите',
    'heat heats heated heating',
    'stop stops stopped stopping',
    'box boxes',
    'brush brushes brushed',
    'dress dresses',
    'size sizes sized',
    'laptop laptops',
    'battery batteries',
    'watch watches',
    'phone phones',
    'shoe shoes',
  ])('is one for all of: %s', (forms) => {
    expect(new Set(forms.split(' ').map(stem)).size).toBe(1);
  });

  it.each([
    ['кола', 'колан'],
    ['маса', 'масаж'],
    ['лампа', 'лаптоп'],
    ['speed', 'spe'],
    ['king', 'k'],
  ])('keeps apart %s and %s', (one, other) => {
    expect(stem(one)).not.toBe(stem(other));
  });

  it('is never empty nor longer than the word', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...Array.from('абвеитояъйцнщлкaeioyngsdxh')),
      minLength: 1,
    });
    fc.assert(
      fc.property(letters, (word) => {
        expect(stem(word).length).toBeGreaterThan(0);
        expect(stem(word).length).toBeLessThanOrEqual(word.length);
      }),
    );
  });
});

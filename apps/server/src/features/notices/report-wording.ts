import type { LanguageCode } from '@izgodno/contract/common/language';
import type { ReportedSubject } from '@izgodno/contract/notices/notice';
import {
  decidedAppeal,
  reportOutcome,
  type DecidedAppeal,
  type AppealedKind,
  type ModerationDecision,
  type ReportOutcome,
} from '@izgodno/contract/notices/report-outcome';

// What became of a report or an appeal, as the page says it, too (`notice-texts.ts`).

interface ReportTexts {
  readonly named: Readonly<Record<ReportedSubject['kind'], (name: string) => string>>;
  readonly unnamed: Readonly<Record<ReportedSubject['kind'], string>>;
  readonly outcomes: Readonly<Record<ReportOutcome['outcome'], string>>;
}

const texts: Readonly<Record<LanguageCode, ReportTexts>> = {
  en: {
    named: {
      deal: (title) => `Your report of the deal “${title}”`,
      message: (name) => `Your report of a message by ${name}`,
      comment: (name) => `Your report of a comment by ${name}`,
      member: (name) => `Your report of the member ${name}`,
      rating: (name) => `Your report of a rating by ${name}`,
    },
    unnamed: {
      deal: 'Your report of a deal',
      message: 'Your report of a message',
      comment: 'Your report of a comment',
      member: 'Your report of a member',
      rating: 'Your report of a rating',
    },
    outcomes: {
      report_upheld: 'we acted on it. Thank you!',
      report_dismissed: 'we found no reason to act',
      report_obsolete: 'closed, because the content was deleted',
      report_account_deleted: 'closed, because the account was deleted',
    },
  },
  bg: {
    named: {
      deal: (title) => `Сигналът Ви за офертата „${title}“`,
      message: (name) => `Сигналът Ви за съобщение от ${name}`,
      comment: (name) => `Сигналът Ви за коментар от ${name}`,
      member: (name) => `Сигналът Ви за потребителя ${name}`,
      rating: (name) => `Сигналът Ви за оценка от ${name}`,
    },
    unnamed: {
      deal: 'Сигналът Ви за оферта',
      message: 'Сигналът Ви за съобщение',
      comment: 'Сигналът Ви за коментар',
      member: 'Сигналът Ви за потребител',
      rating: 'Сигналът Ви за оценка',
    },
    outcomes: {
      report_upheld: 'взехме мерки. Благодарим!',
      report_dismissed: 'не намерихме основание за намеса',
      report_obsolete: 'приключен, защото съдържанието беше изтрито',
      report_account_deleted: 'приключен, защото профилът беше изтрит',
    },
  },
};

/** What became of a report of something that is known; null for other decisions. */
export const reportText = (decision: ModerationDecision, language: LanguageCode): string | null => {
  const report = reportOutcome(decision);
  if (report === null) return null;
  const { kind, name } = report.subject;
  const { named, unnamed, outcomes } = texts[language];
  return `${name === undefined ? unnamed[kind] : named[kind](name)}: ${outcomes[report.outcome]}`;
};

interface AppealTexts {
  readonly outcomes: Readonly<Record<DecidedAppeal['outcome'], (subject: string) => string>>;
  readonly deal: (title: string) => string;
  readonly unnamed: Readonly<Record<AppealedKind, string>>;
}

const appealTexts: Readonly<Record<LanguageCode, AppealTexts>> = {
  en: {
    outcomes: {
      appeal_upheld: (subject) => `Your appeal about ${subject} was rejected`,
      appeal_reversed: (subject) => `Your appeal about ${subject} was granted`,
    },
    deal: (title) => `your deal “${title}”`,
    unnamed: {
      deal: 'your deal',
      message: 'your message',
      comment: 'your comment',
      rating: 'your rating',
    },
  },
  bg: {
    outcomes: {
      appeal_upheld: (subject) => `Възражението Ви относно ${subject} беше отхвърлено`,
      appeal_reversed: (subject) => `Възражението Ви относно ${subject} беше уважено`,
    },
    deal: (title) => `обявата „${title}“`,
    unnamed: {
      deal: 'Ваша обява',
      message: 'Ваше съобщение',
      comment: 'Ваш коментар',
      rating: 'Ваша оценка',
    },
  },
};

/** What became of an appeal about something that is known, without the reason; null for other decisions. */
export const appealText = (decision: ModerationDecision, language: LanguageCode): string | null => {
  const appeal = decidedAppeal(decision);
  if (appeal === null) return null;
  const { kind, name } = appeal.subject;
  const { outcomes, deal, unnamed } = appealTexts[language];
  const subject = kind === 'deal' && name !== undefined ? deal(name) : unnamed[kind];
  return outcomes[appeal.outcome](subject);
};

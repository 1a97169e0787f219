import type { DealDetails, FareDetails, RealEstateDetails } from '@izgodno/contract/deals/details';
import { useLanguage } from '#core/language/language.ts';
import { DealFact } from './deal-fact.tsx';
import { PostedTime } from '../card/posted-time.tsx';

/** Facts of one kind of deal: the dates of a trip, the rooms of a home. */
export const DetailFacts = ({ details }: { details: DealDetails }) =>
  details.kind === 'fare' ? <FareFacts fare={details} /> : <HomeFacts home={details} />;

/** A day, with the time if there is one, in the local time of that point of the trip. */
const localMoment = (text: string, locale: string): string => {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    Date.parse(text.slice(0, 10)),
  );
  const hour = text.slice(11, 16);
  return hour === '' ? day : `${day}, ${hour}`;
};

const FareFacts = ({ fare }: { fare: FareDetails }) => {
  const { code, t } = useLanguage();
  const { departAt, returnAt, roundTrip, transfers, carrier, cabin, board, stars, foundAt } = fare;
  return (
    <>
      {departAt !== undefined && (
        <DealFact name="details.departs">{localMoment(departAt, code)}</DealFact>
      )}
      {returnAt !== undefined && (
        <DealFact name="details.returns">{localMoment(returnAt, code)}</DealFact>
      )}
      {roundTrip !== undefined && (
        <DealFact name="details.way">
          {t(roundTrip ? 'details.roundTrip' : 'details.oneWay')}
        </DealFact>
      )}
      {transfers !== undefined && (
        <DealFact name="details.changes">
          {transfers === 0 ? t('details.direct') : transfers.toLocaleString(code)}
        </DealFact>
      )}
      {carrier !== undefined && <DealFact name="details.carrier">{carrier}</DealFact>}
      {cabin !== undefined && <DealFact name="details.cabin">{cabin}</DealFact>}
      {stars !== undefined && (
        <DealFact name="details.hotel">{t('details.stars', { stars })}</DealFact>
      )}
      {board !== undefined && <DealFact name="details.board">{board}</DealFact>}
      {foundAt !== undefined && (
        <DealFact name="details.found">
          <PostedTime iso={foundAt} />
        </DealFact>
      )}
    </>
  );
};

const HomeFacts = ({ home }: { home: RealEstateDetails }) => {
  const { code, t } = useLanguage();
  const { area, rooms, floor, buildType } = home;
  return (
    <>
      {area !== undefined && (
        <DealFact name="details.area">
          {t('details.squareMetres', { area: area.toLocaleString(code) })}
        </DealFact>
      )}
      {rooms !== undefined && <DealFact name="details.rooms">{rooms}</DealFact>}
      {floor !== undefined && <DealFact name="details.floor">{floor}</DealFact>}
      {buildType !== undefined && <DealFact name="details.buildType">{buildType}</DealFact>}
    </>
  );
};

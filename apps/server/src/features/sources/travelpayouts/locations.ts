import type { LocalisedName } from '@izgodno/contract/common/localised-name';

/** Cities and airports: IATA code, Bulgarian and English name. */
const table = `
SOF София|Sofia
VAR Варна|Varna
BOJ Бургас|Burgas
PDV Пловдив|Plovdiv
AAR Орхус|Aarhus
ABZ Абърдийн|Aberdeen
ACE Лансароте|Lanzarote
AGP Малага|Malaga
AHO Алгеро|Alghero
ALC Аликанте|Alicante
ALG Алжир|Algiers
AMM Аман|Amman
AMS Амстердам|Amsterdam
AQJ Акаба|Aqaba
ARN Стокхолм|Stockholm
ATH Атина|Athens
AUH Абу Даби|Abu Dhabi
AYT Анталия|Antalya
BCN Барселона|Barcelona
BEG Белград|Belgrade
BER Берлин|Berlin
BEY Бейрут|Beirut
BGO Берген|Bergen
BGY Милано Бергамо|Milan Bergamo
BHX Бирмингам|Birmingham
BIO Билбао|Bilbao
BJV Бодрум|Bodrum
BKK Банкок|Bangkok
BLL Билунд|Billund
BLQ Болоня|Bologna
BOD Бордо|Bordeaux
BOM Мумбай|Mumbai
BOS Бостън|Boston
BRI Бари|Bari
BRS Бристол|Bristol
BRU Брюксел|Brussels
BSL Базел|Basel
BTS Братислава|Bratislava
BUD Будапеща|Budapest
BUH Букурещ|Bucharest
BVA Париж Бове|Paris Beauvais
CAG Каляри|Cagliari
CAI Кайро|Cairo
CDG Париж Шарл дьо Гол|Paris Charles de Gaulle
CFU Корфу|Corfu
CGN Кьолн|Cologne
CHQ Ханя|Chania
CIA Рим Чампино|Rome Ciampino
CMB Коломбо|Colombo
CPH Копенхаген|Copenhagen
CRL Брюксел Шарлероа|Brussels Charleroi
CTA Катания|Catania
CUN Канкун|Cancun
DBV Дубровник|Dubrovnik
DEL Делхи|Delhi
DOH Доха|Doha
DPS Бали|Bali
DTM Дортмунд|Dortmund
DUB Дъблин|Dublin
DUS Дюселдорф|Dusseldorf
DXB Дубай|Dubai
EDI Единбург|Edinburgh
EIN Айндховен|Eindhoven
EVN Ереван|Yerevan
EWR Нюарк|Newark
FAO Фаро|Faro
FCO Рим Фиумичино|Rome Fiumicino
FKB Карлсруе|Karlsruhe
FLR Флоренция|Florence
FMM Меминген|Memmingen
FNC Мадейра|Madeira
FRA Франкфурт|Frankfurt
FUE Фуертевентура|Fuerteventura
GDN Гданск|Gdansk
GLA Глазгоу|Glasgow
GOA Генуа|Genoa
GOT Гьотеборг|Gothenburg
GRO Жирона|Girona
GVA Женева|Geneva
HAJ Хановер|Hanover
HAM Хамбург|Hamburg
HAN Ханой|Hanoi
HEL Хелзинки|Helsinki
HER Ираклион|Heraklion
HHN Франкфурт Хан|Frankfurt Hahn
HKG Хонконг|Hong Kong
HKT Пукет|Phuket
HRG Хургада|Hurghada
IBZ Ибиса|Ibiza
ICN Сеул|Seoul
IST Истанбул|Istanbul
IZM Измир|Izmir
ADB Измир|Izmir
JFK Ню Йорк|New York
JMK Миконос|Mykonos
JTR Санторини|Santorini
KGS Кос|Kos
KRK Краков|Krakow
KTW Катовице|Katowice
KUL Куала Лумпур|Kuala Lumpur
KUT Кутаиси|Kutaisi
LAX Лос Анджелис|Los Angeles
LBA Лийдс|Leeds
LCA Ларнака|Larnaca
LED Санкт Петербург|Saint Petersburg
LEJ Лайпциг|Leipzig
LGW Лондон Гатуик|London Gatwick
LHR Лондон Хийтроу|London Heathrow
LIN Милано Линате|Milan Linate
LIS Лисабон|Lisbon
LJU Любляна|Ljubljana
LON Лондон|London
LPA Гран Канария|Gran Canaria
LPL Ливърпул|Liverpool
LTN Лондон Лутън|London Luton
LUX Люксембург|Luxembourg
LWO Лвов|Lviv
LYS Лион|Lyon
MAD Мадрид|Madrid
MAH Менорка|Menorca
MAN Манчестър|Manchester
MIA Маями|Miami
MIL Милано|Milan
MLA Малта|Malta
MLE Малдиви|Maldives
MMX Малмьо|Malmo
MOW Москва|Moscow
MRS Марсилия|Marseille
MRU Мавриций|Mauritius
MUC Мюнхен|Munich
MXP Милано Малпенса|Milan Malpensa
NAP Неапол|Naples
NCE Ница|Nice
NRT Токио|Tokyo
NUE Нюрнберг|Nuremberg
NYC Ню Йорк|New York
NYO Стокхолм Скавста|Stockholm Skavsta
OHD Охрид|Ohrid
OLB Олбия|Olbia
OPO Порто|Porto
ORY Париж Орли|Paris Orly
OSL Осло|Oslo
OTP Букурещ|Bucharest
PAR Париж|Paris
PFO Пафос|Paphos
PMI Майорка|Mallorca
PMO Палермо|Palermo
POZ Познан|Poznan
PRG Прага|Prague
PSA Пиза|Pisa
PUJ Пунта Кана|Punta Cana
PVK Превеза|Preveza
RAK Маракеш|Marrakesh
RHO Родос|Rhodes
RIX Рига|Riga
RKV Рейкявик|Reykjavik
KEF Рейкявик|Reykjavik
ROM Рим|Rome
RUH Рияд|Riyadh
SAW Истанбул Сабиха Гьокчен|Istanbul Sabiha Gokcen
SEL Сеул|Seoul
SEZ Сейшели|Seychelles
SGN Хошимин|Ho Chi Minh City
SIN Сингапур|Singapore
SJJ Сараево|Sarajevo
SKG Солун|Thessaloniki
SKP Скопие|Skopje
SPU Сплит|Split
SSH Шарм ел Шейх|Sharm el-Sheikh
STN Лондон Станстед|London Stansted
STO Стокхолм|Stockholm
STR Щутгарт|Stuttgart
SUF Ламеция Терме|Lamezia Terme
SVQ Севиля|Seville
SZG Залцбург|Salzburg
TBS Тбилиси|Tbilisi
TCI Тенерифе|Tenerife
TFS Тенерифе Юг|Tenerife South
TGD Подгорица|Podgorica
TIA Тирана|Tirana
TIV Тиват|Tivat
TLL Талин|Tallinn
TLS Тулуза|Toulouse
TLV Тел Авив|Tel Aviv
TRN Торино|Turin
TRS Триест|Trieste
TSF Венеция Тревизо|Venice Treviso
TUN Тунис|Tunis
TYO Токио|Tokyo
VCE Венеция|Venice
VIE Виена|Vienna
VLC Валенсия|Valencia
VNO Вилнюс|Vilnius
VRN Верона|Verona
WAW Варшава|Warsaw
WMI Варшава Модлин|Warsaw Modlin
WRO Вроцлав|Wroclaw
YTO Торонто|Toronto
YYZ Торонто|Toronto
ZAD Задар|Zadar
ZAG Загреб|Zagreb
ZNZ Занзибар|Zanzibar
ZRH Цюрих|Zurich
ZTH Закинтос|Zakynthos`;

const names: ReadonlyMap<string, LocalisedName> = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [bg = '', en = ''] = line.slice(4).split('|');
      return [line.slice(0, 3), { bg, en }];
    }),
);

/** The name of a place by its IATA code, or the code itself if unknown. */
export const locationName = (code: string): LocalisedName =>
  names.get(code) ?? { bg: code, en: code };

interface Country {
  /** Its first name in `countryNames`. */
  readonly country: string;
  /** Its cities, islands and resorts in both languages; at most two words each. */
  readonly places: readonly string[];
}

/** `names: places`, both separated by commas. */
const lines = `
гърция, greece, гръцки, greek: халкидики, halkidiki, chalkidiki, тасос, thassos, thasos, солун, thessaloniki, атина, athens, крит, crete, родос, rhodes, корфу, corfu, санторини, santorini, миконос, mykonos, кавала, kavala, катерини, лефкада, lefkada, закинтос, zakynthos, ситония, sithonia, касандра, kassandra, ставрос, асправалта, паралия
турция, turkey, турски, turkish: анталия, antalya, истанбул, istanbul, бодрум, bodrum, кушадасъ, kusadasi, мармарис, marmaris, алания, alanya, белек, belek, кемер, kemer, одрин, edirne, кападокия, cappadocia, дидим
италия, italy: рим, rome, милано, milan, венеция, venice, флоренция, florence, неапол, naples, сицилия, sicily, сардиния, sardinia, верона, verona, бергамо, bergamo, болоня, bologna, пиза, pisa, тоскана, tuscany, пулия, римини, rimini
испания, spain: барселона, barcelona, мадрид, madrid, майорка, mallorca, majorca, тенерифе, tenerife, валенсия, valencia, малага, malaga, севиля, seville, ибиса, ibiza, аликанте, alicante
франция, france: париж, paris, ница, лион, lyon, марсилия, marseille, дисниленд, прованс
германия, germany: берлин, berlin, мюнхен, munich, хамбург, hamburg, франкфурт, frankfurt, кьолн, дрезден, dresden
австрия, austria: виена, vienna, залцбург, salzburg, инсбрук, innsbruck
чехия, czechia: прага, prague, карлови вари, бърно
унгария, hungary: будапеща, budapest
англия, england, великобритания, uk: лондон, london, манчестър, manchester, единбург, edinburgh, ливърпул, liverpool
португалия, portugal: лисабон, lisbon, порто, porto, мадейра, madeira, алгарве, algarve
сърбия, serbia: белград, belgrade, нови сад
египет, egypt: хургада, hurghada, кайро, cairo, луксор
емирства, оае, uae, emirates: дубай, dubai, абу даби
хърватия, croatia: дубровник, dubrovnik, сплит, загреб, zagreb, истрия
румъния, romania: букурещ, bucharest, брашов, brasov, синая, трансилвания
македония, macedonia: скопие, skopje, охрид, ohrid
албания, albania: саранда, sarande, дуръс, durres, вльора, vlore, тирана, tirana, ксамил
черна гора, montenegro: будва, budva, котор, kotor
холандия, нидерландия, netherlands, holland: амстердам, amsterdam, ротердам
полша, poland: варшава, warsaw, краков, krakow
норвегия, norway: осло, oslo, норвежки, norwegian, берген
кипър, cyprus: ларнака, larnaca, пафос, paphos, лимасол, limassol
малта, malta: валета, valletta
швейцария, switzerland: цюрих, zurich, женева, geneva, базел
белгия, belgium: брюксел, brussels, брюге
дания, denmark: копенхаген, copenhagen
ирландия, ireland: дъблин, dublin
мароко, morocco: маракеш, marrakech, агадир
тайланд, thailand: пукет, phuket, банкок, bangkok
малдиви, maldives: малдивски
българия, bulgaria: слънчев бряг, sunny beach, златни пясъци, golden sands, созопол, sozopol, несебър, nessebar, nesebar, банско, bansko, боровец, borovets, пампорово, pamporovo, велинград, velingrad, сандански, sandanski, хисаря, албена, albena, приморско, primorsko, китен, поморие, pomorie, балчик, balchik, лозенец, кюстендил, рила
`;

const listOf = (text: string): readonly string[] => text.split(',').map((name) => name.trim());

const countries = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [names = '', places = ''] = line.split(':');
    return { names: listOf(names), places: listOf(places) };
  });

/** The names of each country in both languages, and the adjectives that deals use for them. */
export const countryNames: readonly (readonly string[])[] = countries.map(({ names }) => names);

/** What lies in each country: a search for a country finds its places too. */
export const locationsOfCountries: readonly Country[] = countries.map(({ names, places }) => ({
  country: names[0] ?? '',
  places,
}));

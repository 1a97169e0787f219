import type { Category } from '@izgodno/contract/deals/vocabulary';

/**
 * Words of a category, in Bulgarian and English, separated by commas. `*` matches any ending;
 * without it a whole word is matched. A phrase counts as one word. The earliest word in a text
 * decides, and of those that begin at the same position the longest: "sports nutrition" is not
 * sport.
 */
export interface CategoryWords {
  /** Names of departments, matched in category paths only, because they mislead in titles. */
  readonly departments: string;
  /** Products, matched in paths and titles. */
  readonly products: string;
}

export const categoryWords: Readonly<Record<Exclude<Category, 'other'>, CategoryWords>> = {
  electronics: {
    departments: `електрон*, компют*, техника, черна техника, it, офис техника,
      аудио*, видео*, gsm, гейминг, мобилни устройства,
      electronic*, computer*, audio, home cinema, home entertainment, networking, software, софтуер*, gaming, office equipment, phones`,
    products: `лаптоп*, смартфон*, телефон*, таблет, таблети, телевизор*, слушалк*, монитор, монитори,
      клавиатур*, мишка за компютър, геймърск*, принтер*, рутер*, тонколон*, саундбар*, колонка,
      смарт часовник*, смарт гривн*, фитнес гривн*, powerbank, външна батери*, зарядно за телефон*, зарядно устройство, usb*,
      проектор*,
      видеокарт*, процесор*, твърд диск*, ssd, ram памет, дънна платка, дънни платки, конзола, конзоли, playstation, xbox, nintendo,
      калъф за телефон*, калъф за смартфон*, калъф за таблет*, калъфи за телефон*, протектор за телефон*, стъклен протектор, електронни книги четц*, четец за електронни книги,
      laptop*, notebook computer*, smartphone*, mobile phone*, phone*, cell phone*, iphone*, tablet, tablets, television*, tv, tvs, headphone*, earphone*, earbud*, headset*,
      computer monitor*, monitor, monitors, keyboard, keyboards, mouse, printer*, router, routers, speaker*, soundbar*,
      smartwatch*, smart watch*, fitness tracker*, power bank*, charger*,
      projector*, graphics card*, processor*, hard drive*, motherboard*, game console*, video game console*, e-reader*, ebook reader*, phone case*, drone*, дрон, дронове`,
  },
  furniture: {
    departments: `мебел*, обзавеждан*, furniture, furnish*`,
    products: `диван*, ъглов диван, фотьойл*, канапе*, маса, маси, холна маса, трапезн*, стол, столове, офис стол*, геймърски стол*, табуретк*, бюро, бюра,
      легло, легла, спалня, спални, матрак*, топматрак*, гардероб*, скрин*, шкаф*, етажерк*, библиотека, тв шкаф*, секци*, нощно шкафче, закачалка за антре, детско легло,
      sofa*, couch*, armchair*, coffee table*, dining table*, table, tables, chair, chairs, office chair*, gaming chair*, desk, desks, bed, beds, bed frame*, mattress*, wardrobe*, dresser*,
      cabinet*, bookcase*, bookshel*, tv stand*, nightstand*, sideboard*, stool, stools`,
  },
  photography: {
    departments: `фотограф*, фото, фото и видео, камери, cameras, camera*, photo, photograph*, optics`,
    products: `фотоапарат*, огледално-рефлексн*, обектив*, статив*, видеокамер*, екшън камер*, фотокамер*, фотосветкавиц*, светкавица, филтър за обектив, фоточант*,
      бинокъл, бинокли, фотопринтер*, беззеркал*, lens, lenses, camera lens*, dslr*, mirrorless*, camcorder*, action camera*, tripod*, camera bag*, binocular*, polaroid, instax`,
  },
  clothing: {
    departments: `дрех*, облекл*, обувк*, мода, модни, аксесоари за жени, аксесоари за мъже, бижут*, бельо, дамски, мъжки, apparel, cloth*, fashion, footwear, jewel*, luggage, womenswear, menswear`,
    products: `маратонк*, кецове, ботуш*, боти, сандал*, чехли, джапанки, рокля, рокли, пола, поли, блуза, блузи, риза, ризи, тениск*, пуловер*, жилетк*, яке, якета, палто, палта, панталон*, дънки, клин, клинове, шорти,
      костюм, костюми, сако, сака, суитшърт*, анцуг*, чорап*, сутиен*, боксерки, бански, пижам*, шапка, шапки, шал, шалове, ръкавици, колан, колани, чанта, чанти, раница, раници, куфар*, портмоне*, портфейл*,
      часовник, часовници, ръчен часовник, обеци, обица, колие, пръстен, пръстени, гривна, слънчеви очила, вратовръзк*, елек, елеци, потник*, халат*,
      shoe*, sneaker*, boots, boot, sandal*, slippers, dress, dresses, skirt*, blouse*, shirt*, t-shirt*, sweater*, cardigan*, jacket*, coat, coats, trousers, jeans, leggings, shorts, suit, suits, blazer*, hoodie*, tracksuit*,
      sock, socks, bra, bras, underwear, lingerie, swimsuit*, swimwear, pyjama*, pajama*, hat, hats, beanie*, scarf*, scarves, gloves, belt, belts, bag, bags, handbag*, backpack*, suitcase*, wallet*, watch, watches,
      earring*, necklace*, bracelet*, sunglasses, tie, ties, vest, vests`,
  },
  'home-garden': {
    departments: `дом, за дома, дом и градина, градин*, кухн*, баня, бани, осветлен*, домашн*, животн*, домакинств*, домакински уреди, електроуред*, бяла техника, бита, зоомаг*, декорация, текстил за дома, home, home and garden, garden*, kitchen*, bath, bathroom*, lighting, pet, pets, pet supplies, animal*, household*, large appliances, small appliances, kitchen appliances, appliance*, decor, linen*, cleaning`,
    products: `тенджер*, тиган*, сервиз за хранене, чиния, чинии, чаша, чаши, прибори, кана, термос*, лампа, лампи, лампион*, полиле*, аплик*, крушка, крушки, завес*, перде, пердета, щор*, килим*, пътек*, възглавниц*, одеял*, завивк*, спално бельо, спален комплект, чаршаф*, кърпа, кърпи, хавли*,
      саксия, саксии, косачк*, тример за трева, маркуч*, барбекю, скара на въглища, чадър за градина, люлка, шатра, храна за кучета, храна за котки, котешка тоалетна, нашийник, аквариум*, кучешк*, перилен препарат, почистващ препарат, смесител*, мивка, душ кабин*, тоалетна чиния, огледало, огледала, ваза, вази, свещ, свещи, картина за стена, стенен часовник,
      лейка, пръскачк*, храсторез, семена, разсад, парник*,
      хладилни*, перални, пералня, съдомиялн*, сушилня, сушилни, фризер*, фурна, фурни, микровълнов*, прахосмукач*,
      климатик*, кафемашин*, кафеавтомат*, ютия, ютии, блендер*, тостер*, миксер, миксери, котлон*, робот за*,
      pan, pans, frying pan*, cookware, saucepan*, pot, pots, plate, plates, mug, mugs, cutlery, dinnerware, lamp, lamps, chandelier*, light bulb*, curtain*, blinds, carpet*, rug, rugs, pillow*, blanket*, duvet*, bedding, bed linen*, bed sheet*, towel*, planter*, lawn mower*, lawnmower*, hedge trimmer*, garden hose*, bbq, barbecue, grill, parasol*,
      fridge*, refrigerator*, freezer*, washing machine*, dishwasher*, tumble dryer*, oven, ovens, microwave*, vacuum cleaner*, robot vacuum*,
      air conditioner*, coffee machine*, coffee maker*, espresso machine*, steam iron*, blender*, toaster*, kettle*,
      dog food, cat food, cat litter, aquarium*, detergent, tap, faucet*, sink, sinks, shower*, mirror, mirrors, vase*, candle*, wall clock*, greenhouse*`,
  },
  sports: {
    departments: `спорт*, фитнес, туриз*, къмпинг, риболов, лов, ски, outdoor*, sport*, sporting goods, fitness, camping, fishing, cycling, hunting, hiking, winter sports`,
    products: `велосипед*, колело, планинско колело, пътека за бягане, бягаща пътека, велоергометър*, кростренажор*, дъмбел*, гир*, щанга, лежанка за фитнес, постелка за йога, палатка, палатки, спален чувал, въдиц*, макара за риболов, сноуборд*, ски обувки, ролери, кънки, тротинетк*, топка, футболна топка, баскетболна топка, баскетболен кош, футболни обувки, боксови ръкавици, тенис ракета, ракета за тенис, хилка, каска за велосипед, каяк*, sup борд, надуваема лодка, скейтборд*, батут*,
      bicycle*, mountain bike*, bike, bikes, road bike*, treadmill*, exercise bike*, elliptical*, dumbbell*, kettlebell*, barbell*, yoga mat*, tent, tents, sleeping bag*, fishing rod*, fishing reel*, snowboard*, skis, ski boots, roller skates, inline skates, skateboard*, scooter, football boots, football, basketball*, boxing gloves, tennis racket*, tennis racquet*, bike helmet*, kayak*, paddle board*, trampoline*, electric scooter*, електрическа тротинетк*`,
  },
  automotive: {
    departments: `авто, автомоб*, авточаст*, автоакс*, автокозмет*, мото, моторни превозни*, превозни средства, гуми и джанти, vehicle*, automotive, car parts, auto parts, car accessories, cars, motorcycles, motors`,
    products: `гума, гуми, зимни гуми, летни гуми, всесезонни гуми, джант*, акумулатор, акумулатори, моторно масло, двигателно масло, спирачн*, накладки за спирачки, чистачк*, автомобил*, кола, лек автомобил, джип, комби, ван, камион*, мотор, мотоциклет*, скутер*, атв, автостелк*, стелки за кола, детско столче за кола, видеорегистратор*, антифриз, каска за мотор, ремарке, навигация за кола, багажник за автомобил, калъфи за седалки,
      tyre*, tire, tires, winter tyres, car battery, engine oil, motor oil, brake pad*, brake disc*, wiper*, car, cars, van, truck, motorcycle*, motorbike*, moped*, car mat*, dash cam*, dashcam*, car seat cover*, car seat*, antifreeze, alloy wheel*, rims, roof box*, trailer*`,
  },
  'books-media': {
    departments: `книг*, книжарниц*, литература, учебници, филми, музика, медия, медии, списания, book*, magazine*, media, film*, movie*, music, dvd, vinyl, e-books`,
    products: `книга, книги, роман, романи, учебник*, учебно помагало, речник*, енциклопеди*, списани*, комикс*, сборник с разкази, детска книга, книжка, аудиокниг*, dvd*, blu-ray, компактдиск, cd диск, грамофонна плоча, плоча, плочи, винил,
      novel*, textbook*, dictionary, encyclopedia*, comic, comics, audiobook*, cookbook*, paperback*, hardcover, vinyl record*, lp record`,
  },
  collectibles: {
    departments: `колекц*, антик*, нумизмат*, филател*, collectible*, collectable*, antique*, coins, stamps, memorabilia`,
    products: `монета, монети, банкнот*, пощенски марки, марка за колекция, значк*, орден, ордени, медал, медали, старинн*, икона, икони, пощенска картичка, картички за колекция, ретро часовник, антикварн*,
      coin, coins, banknote*, postage stamp*, vintage badge*, medal, medals, trading card*, militaria, antique clock*`,
  },
  'health-beauty': {
    departments: `козметик*, красота, здраве, здравослов*, аптек*, парфюмер*, грижа за*, хигиена, лична грижа, хранителни добавки, beauty, health*, cosmetic*, personal care, pharmacy, skin care, skincare, hair care, wellness, sports nutrition`,
    products: `парфюм*, тоалетна вода, eau de parfum, грим, червило, спирала за мигли, фон дьо тен, крем за*, крем, серум, шампоан*, балсам за коса, маска за лице, маска за коса, боя за коса, душ гел, сапун, дезодорант*, паста за зъби, четка за зъби, електрическа четка за зъби, самобръсначк*, епилатор*, тример за брада, сешоар*, преса за коса, маша за коса, витамин*, протеин*, хранителна добавка, колаген*, омега 3, магнезий, лак за нокти, слънцезащит*, апарат за кръвно, кръвомер*, инхалатор*, термометър, масажор*, лещи за очи, контактни лещи, пелени за възрастни, дамски превръзки,
      perfume*, eau de toilette, cologne, makeup, make-up, lipstick*, mascara*, foundation, cream, moisturiser*, moisturizer*, serum, shampoo*, hair conditioner*, conditioner, face mask*, hair dye, shower gel, soap, deodorant*, toothpaste, toothbrush*, shaver*, razor*, epilator*, beard trimmer*, hair dryer*, hairdryer*, hair straightener*, curling iron*, vitamin*, protein powder, whey*, supplement*, collagen, nail polish, sunscreen*, blood pressure monitor*, nebulizer*, massager*, contact lens*`,
  },
  'tools-hardware': {
    departments: `инструмент*, железар*, строител*, строителство и ремонт, ремонт, електроинструмент*, бои и лакове, индустриал*, tools, tool*, hardware, building material*, diy, industrial, power tools, hand tools, business and industrial`,
    products: `бормашин*, винтоверт*, ъглошлайф*, перфоратор*, къртач*, прободен трион*, циркуляр*, верижен трион, моторен трион, резачк*, шлайф*, компресор*, заваръчн*, електрожен*, генератор, генератори, чук, отвертк*, ключове комплект, гедоре*, комплект инструменти, стълба, стълби, рулетка измервателна, нивелир*, лазерен нивелир, боя за стени, латекс за стени, интериорна боя, лепило за плочки, винтове, дюбел*, гвоздеи, плочки за баня, ламинат, ламиниран паркет, паркет*, водоструйк*, работни ръкавици, куфар за инструменти, помпа за вода, бетонобъркачк*,
      drill, drills, cordless drill*, screwdriver*, angle grinder*, rotary hammer*, hammer drill*, hammer, hammers, jigsaw tool*, circular saw*, chainsaw*, sander*, air compressor*, compressor*, welder*, welding*, power generator*, wrench*, spanner*, socket set*, toolbox*, ladder*, tape measure*, laser level*, wall paint*, interior paint*, tile adhesive, screws, nails, laminate*, parquet*, flooring, pressure washer*`,
  },
  'toys-games': {
    departments: `играчк*, игри, детск*, за бебето, бебе, бебета, бебешк*, за деца, настолни игри, toy*, games, toys and games, baby, babies, kids, board games, video games, видеоигри`,
    products: `играчка, играчки, кукла, кукли, конструктор*, lego, лего, пъзел*, настолна игра, детска количка, бебешка количка, комбинирана количка, столче за хранене, проходилк*, пелени, бебешки пелени, биберон*, залъгалк*, плюшен*, плюшено мече, кола с дистанционно, кошара, дървено влакче, игра за playstation, игра за xbox, игра за nintendo switch, игра за ps5, ps5 игра, ps4 игра, флумастери за деца, къща за кукли, тротинетка детска, детска тротинетка, детско колело, детски велосипед,
      doll, dolls, building blocks, puzzle*, jigsaw puzzle*, board game*, card game*, plush*, teddy bear*, stroller*, pram, prams, pushchair*, high chair*, highchair*, nappies, diaper*, pacifier*, remote control car*, rc car*, playpen*, wooden train*, dollhouse*, video game*, ps5 game*, xbox game*, nintendo switch game*, kids bike*`,
  },
  'music-instruments': {
    departments: `музикални инструменти, инструменти и музика, musical instrument*, musical instruments, music instruments, studio equipment, dj equipment`,
    products: `китар*, акустична китара, електрическа китара, бас китара, укулеле*, пиано, пиана, дигитално пиано, електрическо пиано, роял, синтезатор*, йоника, йоники, барабан*, ударни инструменти, цигулк*, виолончел*, флейта, флейти, саксофон*, тромпет*, кларинет*, акордеон*, гайда, гайди, кавал, тамбура, хармоника, микрофон*, миди клавиатура, миксерен пулт, струни за китара, китарен усилвател, усилвател за китара,
      guitar*, acoustic guitar*, electric guitar*, bass guitar*, ukulele*, piano*, digital piano*, synthesizer*, synthesiser*, drum, drums, drum kit*, violin*, cello*, flute*, saxophone*, trumpet*, clarinet*, accordion*, bagpipe*, microphone*, midi keyboard*, guitar strings, guitar amp*, amplifier*`,
  },
  'art-crafts': {
    departments: `изкуств*, хоби*, занаят*, ръчна изработка, творчеств*, рисуване, арт, arts, arts and crafts, art, craft*, hobb*, handmade, sewing, knitting, party supplies, arts and entertainment`,
    products: `картина, картини, маслени бои, акрилни бои, акварел*, четки за рисуване, платно за рисуване, статив за рисуване, шевна машина, шевни машини, прежда, прежди, куки за плетене, мъниста, глина за моделиране, полимерна глина, гоблен*, скулптур*, ръчно изработен*, скицник*, цветни моливи, диамантен гоблен, рисуване по номера, картина по номера, конци за бродиране, декупаж,
      painting, paintings, oil paint*, acrylic paint*, watercolour*, watercolor*, paint brushes, artist easel*, easel*, canvas, sewing machine*, yarn, wool yarn, knitting needle*, beads, modelling clay, modeling clay, embroider*, sculpture*, sketchbook*, colouring pencil*, coloured pencil*, scrapbook*, handmade*`,
  },
  travel: {
    departments: `пътуван*, почивк*, екскурзи*, туризъм, туристически*, самолетни билети, полети, хотели, travel*, flight*, hotel*, holiday*, tours, vacation*, accommodation, cruises`,
    products: `почивка, почивки, екскурзия, екскурзии, самолетен билет, самолетни билети, полет, полети, двупосочно, еднопосочно, хотел, хотели, нощувк*, all inclusive, ол инклузив, уикенд в, круиз*, ски ваканция, пакетна почивка, ваканция, спа почивка, ранни записвания, автобусна екскурзия,
      flight, flights, holiday package*, package holiday*, city break*, weekend break*, cruise*, hotel stay*, nights in, round trip, one way, spa weekend`,
  },
  food: {
    departments: `храни и напитки, храна, хранителни стоки, напитк*, супермаркет*, бакали*, деликатес*, food, foods, food and drink, food beverages*, beverage*, grocer*, drinks, supermarket`,
    products: `вино, вина, бира, бири, ракия, ракии, уиски, водка, джин, ром, кафе, кафе на зърна, капсули за кафе, чай, чайове, шоколад*, бонбон*, мед, пчелен мед, зехтин, олио, сирене, кашкавал, луканка, суджук, ядки, бадеми, кашу, сушени плодове, подправк*, паста за готвене, спагети, ориз, брашно, захар, минерална вода, сок, сокове, лютениц*, конфитюр*, сладко от*, баница, тахан*, протеинови барчета, бисквити, вафли,
      wine*, beer, beers, whisky, whiskey, vodka, gin, rum, coffee beans, ground coffee, coffee capsule*, coffee pods, coffee, tea, teas, chocolate*, sweets, candy, honey, olive oil, cheese*, nuts, almonds, cashews, dried fruit*, spices, pasta, spaghetti, rice, flour, sugar, juice*, jam, biscuits, cookies, snack*`,
  },
  imoti: {
    departments: `имот*, недвижим*, продава, под наем, наеми, real estate, property, properties, housing`,
    products: `апартамент*, едностаен*, двустаен*, тристаен*, четиристаен*, многостаен*, гарсониер*, мезонет*, къща, къщи, вила, вили, парцел*, упи, нива, ниви, земеделска земя, гараж, гаражи, паркомясто, офис под наем, магазин под наем, склад, складове, заведение под наем, стая под наем, жилище, жилища,
      apartment*, studio flat*, one-bedroom*, two-bedroom*, three-bedroom*, 1-bedroom*, 2-bedroom*, 3-bedroom*, flat for*, house for sale, house for rent, houses for sale, villa, villas, plot of land, building plot*, land for sale, garage for*, parking space*, office space*, warehouse*`,
  },
};

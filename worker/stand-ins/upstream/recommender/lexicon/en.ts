/** English words of each concept, divided by `|`; the first is its label. Plurals are found by their singular. */
import type { ConceptId } from "../concepts.ts";

export const english: Record<ConceptId, string> = {
  forest: "forest|woodland|walk in the woods|jungle|grove",
  "bamboo-grove": "bamboo grove|bamboo forest|bamboo",
  mountain: "mountain|hills|peak|summit|alpine|highland|valley|ridge|hillside|cliff",
  rain: `rain|rainy|petrichor|rainfall|drizzle|thunderstorm|storm|dew|damp|fog|wet|puddles|
    typhoon|pavement|tarmac`,
  sea: `sea|seaside|ocean|coast|coastal|harbour|harbor|waves|tide|island|surf|blue|boat|
    lighthouse|sail`,
  beach: `beach|sand|sandy|tropical|hawaii|hawaiian|sunscreen|bali|island holiday|poolside|
    tropical island`,
  lake: "lake|lakeside|river|riverside|stream|creek|pond|mountain stream|clear water|wet rocks",
  garden: `garden|greenhouse|conservatory|courtyard|backyard|flower bed|florist's|terrace|patio|
    allotment|flower shop|narcissus|picnic blanket`,
  orchard: "orchard|fruit stand|fruit trees|fruit market|vineyard|fruit stall",
  meadow: "meadow|grassland|field|lawn|prairie|pasture|paddy|hay|vines",
  temple: `temple|shrine|church|cathedral|monastery|chapel|kyoto|altar|monk|censer|choir|pews|
    wax|candle wax`,
  library: "library|book|bookshop|bookstore|paper|pages|reading|novel|envelope",
  teahouse: `teahouse|tea house|tea room|tearoom|tea shop|afternoon tea|tea garden|
    tea plantation|japanese`,
  cafe: "cafe|coffee shop|coffeehouse|coffee house|espresso bar|barista",
  bakery: `bakery|bread|freshly baked|patisserie|cake shop|oven|baking|croissant|kitchen|toast|
    sweet shop`,
  market: "market|night market|spice market|bazaar|souk|street food|morocco|marrakech|istanbul",
  "city-night": "city night|city|urban|night|midnight|neon|rooftop|jazz|cinema|velvet|stars",
  "hot-spring": "hot spring|onsen|sauna|bathhouse|spa|hot bath|bathtub",
  fireside: "fireside|fireplace|bonfire|campfire|hearth|candle|cabin|fire|stove",
  laundry: `laundry|linen|sheets|clean sheets|fresh laundry|clothesline|cotton|detergent|towel|
    white shirt|t-shirt|ironed|a clean shirt|clean shirt|pressed shirt|laundered|just-washed|
    drying in the sun|duvet|hotel sheets|clean cotton|white t-shirt|white tee`,
  workshop: `workshop|studio|atelier|carpentry|carpenter|leather jacket|garage|saddle|
    leather armchair|barbershop|boots`,
  "old-house": `old house|attic|wardrobe|chest|antique|tatami|porch|drawer|alley|ryokan|straw mat`,
  snow: "snow|snowy|snowfall|ice|frost|frosty|glacier|ski",
  desert: "desert|dune|oasis|caravan|camel|middle eastern|dubai",
  musk: "musk",
  nuts: "nuts|nutty|nutty sweets|nutella|nut butter",
  "white-flowers": "white flowers|white florals",
  fruity: "fruit|fruity|fruitiness|juicy|juice|berry",
  citrus: "citrus|citrusy|citrus fruit|zest|zesty|cologne",
  green: "green notes|green|leafy|leaf|leaves|grassy|foliage|plants|stems|sap|salad|vegetable",
  aquatic: "aquatic notes|aquatic|marine|watery|oceanic|water|ozonic",
  herbal: "herbs|herbal|herbaceous|aromatic|fougere|shaving foam",
  floral: "florals|flower|flowery|blossom|bloom|bouquet|petal",
  spicy: "spices|spicy|spiced|peppery|masala|chai|mulled wine|gingerbread|curry",
  tea: "tea|tea leaves|tea leaf|milk tea|boba",
  woody: "woods|woody|wooden|timber|tree|bark|sawdust",
  resinous: "resins|resinous|balsamic|balsam|oriental|ambery",
  gourmand: `gourmand|dessert|cake|candy|pudding|edible|cookies|syrup|popcorn|cupcake|candied|
    shaved ice`,
  musky: `soft musks|musky|skin scent|skin-like|second skin|your skin but better|
    doesn't smell like scent|skin but better`,
  sweet: "sweetness|sweet|sugary|sweetly|sweet-smelling|sweetened|sugar",
  "light-sweetness": `light sweetness|lightly sweet|softly sweet|barely sweet|gently sweet|
    natural sweetness|fresh sweetness|first perfume|teenage`,
  cloying: "cloying sweetness|cloying|sickly|sickly sweet|sickly-sweet|saccharine|syrupy",
  fresh: `freshness|fresh|refreshing|crisp|cool|cooling|airy|breezy|icy|chilled|brisk|cold|
    ice-cold`,
  warm: `warmth|warm|warming|toasty|heated|warmer|golden|golden light|three in the afternoon|glow`,
  smoky: "smoke|smoky|smoked|charred|burnt|ash|charcoal",
  powdery: "powder|powdery|talc|talcum|make-up|lipstick|baby|newborn|dressing table",
  milky: "milky|creamy|cream|creaminess|butter|buttery|latte",
  bitter: "bitter|bittersweet|bitterness|astringent",
  sour: "sour|tart|tangy|acidic|sharp citrus|sweet and sour|tartness",
  earthy: "earthy|earth|soil|mud|roots|dirt|dusty|cellar",
  animalic: "animalic|animal|barnyard|feral|dirty musk|sweaty|funky",
  medicinal: "medicinal|medicine|antiseptic|mothballs|disinfectant|pharmacy|cough syrup",
  soapy: `soap|soapy|shampoo|shower gel|body wash|bedding|bar of soap|out of the shower|warm skin`,
  dry: "dry|arid|parched|dryness",
  salty: "salty|salt|saline|briny|brine|salted|fishy",
  mineral: "mineral|stone|rock|metallic|flint|iron|metal|glass|grey",
  boozy: "boozy|whisky|whiskey|liquor|cocktail|wine|bar|gin",
  dark: "dark|darkness|black|inky|shadowy|shadow",
  bright: "brightness|bright|sunny|sunshine|sunlight|sparkling|luminous|sun|sunlit|fizzy|yellow",
  soft: "softness|soft|gentle|tender|smooth|delicate|velvety|cuddly|fluffy",
  synthetic: "synthetic|chemical|artificial|cheap perfume|plastic|harsh|pungent|sharp",
  berries: "blueberry|cranberry|blackberry|mulberry|cherry",
  "other-fruit": "banana|papaya|dragon fruit|kiwi|starfruit|watermelon|longan|grape",
  romantic: `romance|romantic|love story|love letter|in love|lovers|girlfriend|boyfriend|passion|
    pink`,
  dreamy: "dreaminess|dreamy|dream|dreamlike|ethereal|fairy|floating|clouds|steam",
  confident: `confidence|confident|powerful|power|bold|strong woman|masculine|boss|reliable|
    brown|bohemian|hippy|grounded|grounding|steady`,
  "crowd-pleaser": `something for everyone|gift|a present|secret santa|crowd-pleaser|
    crowd-pleasing|crowd pleaser|safe for`,
  calm: "calm|calming|relaxed|relaxing|relax|peace|peaceful|quiet|hushed|silence|silent|breathe",
  stressed: "stress|stressed|anxious|anxiety|tense|tension|nervous|tired",
  awake: "energy|awake|energised|energized|energising|energizing|energetic|lively|alert|wake",
  cheerful: "joy|cheerful|happy|happiness|joyful|fun|playful|cute|young",
  mysterious: "mystery|mysterious|mystical|mystic|enigmatic|deep|exotic|gothic|witch|castle",
  cosy: `cosiness|cosy|cozy|snug|comfort|comforting|comfortable|hug|hugged|held|blanket|sweater|
    jumper|cuddle|scarf|wool|tucking|hot cocoa`,
  elegant: `elegance|elegant|refined|sophisticated|sophistication|classy|graceful|polished|
    polite|understated|old money|nothing to prove|hotel|queen|silk|satin|lace`,
  sensual: "sensuality|sensual|sexy|seductive|alluring|sultry|intimate|skin",
  nostalgic: `nostalgia|nostalgic|memory|childhood|grandmother|grandma|grandmother's|grandfather|
    mother|remember|old-fashioned|mum|my dad`,
  focused: "focus|focused|concentration|concentrate|concentrating|clarity|clear-headed|clever",
  free: `freedom|adventurous|adventure|wild|carefree|nature|natural|camping|breeze|wind|
    open window|windows open|sky`,
  clean: `cleanliness|clean|pure|purity|crisp clean|minimal|minimalist|simple|shower|transparent|
    neat|clear|white|bath|minimalism|see-through|bare`,
  sad: "sad|sadness|lonely|loneliness|heartbroken|gloomy|melancholy",
  "open-minded": `i like it all|surprise me|no preference|open to anything|anything goes|
    whatever|you choose`,
  work: "work|office|workplace|business|meeting|client|interview|suit|colleagues|job",
  everyday: "everyday|every day|daily|ordinary day|casual|day to day|versatile|daytime|all day",
  date: "a date|date night|dates|dating|valentine|valentine's|dinner|husband|wife",
  party: "party|club|clubbing|night out|celebration|festival|dance|celebrate",
  formal: "formal|wedding|ceremony|gala|big day|bride|bridal|opera",
  sport: "sport|sporty|gym|workout|running|run|yoga|hiking|hike|sweat|cycling|swimming|swim",
  travel: `travel|travelling|traveling|trip|vacation|holiday|picnic|flight|scooter|open road|
    on the road|suitcase`,
  morning: "morning|early hours|dawn",
  evening: "evening|dusk|twilight|sunset|sundown|eventide",
  home: "at home|home|living room|indoors|my room|sofa|couch|after work|nap",
  bedtime: "bedtime|sleep|sleeping|asleep|insomnia|pillow|before bed",
  study: "study and meditation|study|studying|meditation|meditate|meditating|exam",
  spring: "spring|springtime|april",
  summer: "summer|summertime|summery|hot day|midsummer|july|august|hot weather|heat",
  autumn: `autumn|autumnal|kicking through leaves|kicking leaves|crunching leaves|fall season|
    the fall|october|november|harvest|autumn leaves|dry leaves|halloween`,
  winter: "winter|wintertime|wintry|christmas|cold day|getting cold|gets cold|december",
  "all-year": "all year round|all year|year-round|every season|all seasons",
  light: `faint|subtle|light|lightweight|close to the skin|barely there|discreet|low-key|hint of|
    nothing loud`,
  moderate: "moderate|noticed up close|medium|balanced|not too strong or too weak|in between",
  rich: "rich|strong|intense|long-lasting|lasting|lingering|heavy|sillage|loud|thick",
  soda: `citrus soda|soda|soda water|sparkling water|sprite|tonic water|tonic|fizz|lemon water|
    evening drinks|drinks on the|on the balcony`,
  hug: `closeness|crook of|nape|collarbone|neck|his shirt|girlfriend's|cashmere|cardigan|
    winter coat`,
  "wooden-study": `a wooden study|grandfather's study|grandpa's study|grandfather's library|
    grandpa's library|writing desk|desk drawer|trunk|piano|cello|rosin|floorboards|record shop|
    wood shavings|furniture|oak`,
};

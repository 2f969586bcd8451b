import type { plantCategories, toxicities } from '../contract/plants'

/** A plant's names, category and toxicity. */
export interface Known {
  readonly en: string
  readonly de?: string
  readonly es?: string
  readonly category: (typeof plantCategories)[number]
  readonly toxicity?: (typeof toxicities)[number]
  readonly synonyms?: readonly string[]
}

type Line = readonly [
  en: string,
  de: string | null,
  es: string | null,
  category: Known['category'],
  toxicity: Known['toxicity'] | null,
  ...synonyms: readonly string[],
]

/** By genus and species, as in the demo's catalogue. */
const lines: Readonly<Record<string, Line>> = {
  'Adiantum raddianum': ['Delta maidenhair fern', 'Frauenhaarfarn', 'Culantrillo', 'fern', 'none', 'Adiantum cuneatum'],
  'Aglaonema commutatum': ['Chinese evergreen', 'Kolbenfaden', null, 'foliage', 'medium'],
  'Alocasia zebrina': ['Zebra-stem alocasia', null, null, 'foliage', null],
  'Aloe vera': ['True aloe', 'Echte Aloe', 'Sábila', 'succulent', 'medium', 'Aloe barbadensis'],
  'Anthurium andraeanum': ['Flamingo flower', 'Große Flamingoblume', 'Anturio', 'flowering', 'medium'],
  'Asparagus setaceus': ['Asparagus fern', 'Federspargel', 'Esparraguera plumosa', 'climber', 'low', 'Asparagus plumosus'],
  'Aspidistra elatior': ['Cast-iron plant', 'Schusterpalme', 'Aspidistra', 'foliage', 'none'],
  'Asplenium nidus': ["Bird's-nest fern", 'Nestfarn', 'Helecho nido de ave', 'fern', 'none'],
  'Begonia maculata': ['Polka dot begonia', 'Forellenbegonie', null, 'foliage', 'medium'],
  'Begonia rex': ['Painted-leaf begonia', 'Königsbegonie', null, 'foliage', 'medium'],
  'Calathea ornata': ['Pinstripe calathea', 'Korbmarante', null, 'foliage', 'none'],
  'Camellia japonica': ['Common camellia', 'Kamelie', 'Camelia', 'shrub', 'none', 'Thea japonica'],
  'Camellia sinensis': ['Tea plant', 'Teestrauch', 'Planta del té', 'shrub', 'low', 'Thea sinensis'],
  'Capsicum annuum': ['Bell pepper', 'Paprika', 'Pimiento', 'vegetable', 'low'],
  'Chamaedorea elegans': ['Parlour palm', 'Bergpalme', 'Palmera de salón', 'palm', 'none', 'Collinia elegans', 'Neanthe bella'],
  'Chlorophytum comosum': ['Spider plant', 'Grünlilie', 'Cinta', 'foliage', 'none'],
  'Citrus × limon': ['Meyer lemon', 'Meyer-Zitrone', 'Limón Meyer', 'fruit', 'low'],
  'Codiaeum variegatum': ['Croton', 'Wunderstrauch', 'Croto', 'foliage', 'medium', 'Croton variegatus'],
  'Crassula ovata': [
    'Jade plant',
    'Geldbaum',
    'Árbol de jade',
    'succulent',
    'medium',
    'Crassula argentea',
    'Crassula portulacea',
  ],
  'Dendrobium nobile': ['Noble dendrobium', null, null, 'orchid', 'none'],
  'Dieffenbachia seguine': ['Dumb cane', 'Dieffenbachie', null, 'foliage', 'high', 'Dieffenbachia maculata'],
  'Dracaena fragrans': ['Corn plant', 'Duftender Drachenbaum', 'Palo de Brasil', 'foliage', 'medium', 'Dracaena deremensis'],
  'Dracaena trifasciata': ['Snake plant', 'Bogenhanf', 'Lengua de suegra', 'succulent', 'medium', 'Sansevieria trifasciata'],
  'Echinocactus grusonii': [
    'Golden barrel cactus',
    'Schwiegermuttersitz',
    'Asiento de suegra',
    'cactus',
    'none',
    'Kroenleinia grusonii',
  ],
  'Epipremnum aureum': ['Golden pothos', 'Efeutute', 'Potos', 'climber', 'medium', 'Scindapsus aureus', 'Pothos aureus'],
  'Euphorbia pulcherrima': ['Poinsettia', 'Weihnachtsstern', 'Flor de Pascua', 'flowering', 'low', 'Poinsettia pulcherrima'],
  'Ficus benjamina': ['Weeping fig', 'Birkenfeige', null, 'tree', 'medium'],
  'Ficus elastica': ['Rubber plant', 'Gummibaum', 'Árbol del caucho', 'tree', 'medium'],
  'Ficus lyrata': ['Fiddle-leaf fig', 'Geigenfeige', 'Ficus lira', 'tree', 'medium', 'Ficus pandurata'],
  'Fittonia albivenis': ['Nerve plant', 'Mosaikpflanze', 'Planta mosaico', 'foliage', 'none', 'Fittonia verschaffeltii'],
  'Fragaria × ananassa': ['Garden strawberry', 'Garten-Erdbeere', 'Fresa', 'fruit', 'none'],
  'Goeppertia makoyana': ['Peacock plant', 'Pfauen-Korbmarante', 'Planta pavo real', 'foliage', 'none', 'Calathea makoyana'],
  'Haworthiopsis attenuata': ['Zebra haworthia', 'Zebra-Haworthie', null, 'succulent', 'none', 'Haworthia attenuata'],
  'Howea forsteriana': ['Kentia palm', 'Kentiapalme', 'Kentia', 'palm', 'none', 'Kentia forsteriana'],
  'Hoya carnosa': ['Wax plant', 'Porzellanblume', 'Flor de cera', 'climber', 'none', 'Asclepias carnosa'],
  'Hoya kerrii': ['Sweetheart plant', 'Herzblattpflanze', null, 'climber', null],
  'Hydrangea macrophylla': ['Bigleaf hydrangea', 'Gartenhortensie', 'Hortensia', 'shrub', 'medium'],
  'Hypoestes phyllostachya': ['Polka dot plant', 'Punktblume', null, 'foliage', 'none'],
  'Kalanchoe blossfeldiana': ['Flaming Katy', 'Flammendes Käthchen', 'Calancoe', 'succulent', 'medium'],
  'Lavandula angustifolia': [
    'English lavender',
    'Echter Lavendel',
    'Espliego',
    'herb',
    'low',
    'Lavandula officinalis',
    'Lavandula vera',
  ],
  'Maranta leuconeura': ['Prayer plant', 'Bunte Pfeilwurz', 'Maranta', 'foliage', 'none'],
  'Monstera adansonii': ['Swiss cheese vine', null, null, 'climber', 'medium'],
  'Monstera deliciosa': [
    'Swiss cheese plant',
    'Köstliches Fensterblatt',
    'Costilla de Adán',
    'climber',
    'medium',
    'Philodendron pertusum',
  ],
  'Nephrolepis exaltata': ['Boston fern', 'Schwertfarn', 'Helecho de Boston', 'fern', 'none'],
  'Nerium oleander': ['Oleander', 'Oleander', 'Adelfa', 'shrub', 'high', 'Nerium indicum'],
  'Ocimum basilicum': ['Basil', 'Basilikum', 'Albahaca', 'herb', 'none'],
  'Olea europaea': ['Olive', 'Olivenbaum', 'Olivo', 'tree', 'none'],
  'Peperomia argyreia': ['Watermelon peperomia', null, 'Peperomia sandía', 'foliage', 'none', 'Peperomia sandersii'],
  'Peperomia obtusifolia': ['Baby rubber plant', 'Fleischige Peperomie', null, 'foliage', 'none'],
  'Phalaenopsis amabilis': ['Moth orchid', 'Malaienblume', 'Orquídea mariposa', 'orchid', 'none'],
  'Philodendron hederaceum': ['Heartleaf philodendron', null, 'Filodendro', 'climber', 'medium', 'Philodendron scandens'],
  'Pilea peperomioides': ['Chinese money plant', 'Ufopflanze', 'Planta china del dinero', 'foliage', 'none'],
  'Platycerium bifurcatum': ['Staghorn fern', 'Geweihfarn', 'Cuerno de alce', 'fern', 'none', 'Platycerium alcicorne'],
  'Rosa × hybrida': ['Hybrid tea rose', 'Edelrose', 'Rosa', 'flowering', 'none'],
  'Salvia rosmarinus': ['Rosemary', 'Rosmarin', 'Romero', 'herb', 'none', 'Rosmarinus officinalis'],
  'Schlumbergera truncata': [
    'Thanksgiving cactus',
    'Weihnachtskaktus',
    'Cactus de Navidad',
    'cactus',
    'none',
    'Zygocactus truncatus',
  ],
  'Solanum lycopersicum': ['Tomato', 'Tomate', 'Tomate', 'vegetable', 'medium', 'Lycopersicon esculentum'],
  'Spathiphyllum wallisii': ['Peace lily', 'Einblatt', 'Espatifilo', 'flowering', 'medium'],
  'Strelitzia nicolai': ['Giant bird of paradise', 'Baum-Strelitzie', 'Ave del paraíso gigante', 'foliage', 'low'],
  'Strelitzia reginae': ['Bird of paradise', 'Paradiesvogelblume', 'Ave del paraíso', 'flowering', 'low'],
  'Zamioculcas zamiifolia': ['ZZ plant', 'Glücksfeder', 'Zamioculca', 'foliage', 'medium', 'Zamioculcas loddigesii'],
}

/** The facts of a species; null for unlisted ones. */
export function knownOf(species: string): Known | null {
  const line = lines[species]
  if (line === undefined) return null
  const [en, de, es, category, toxicity, ...synonyms] = line
  return { en, ...(de && { de }), ...(es && { es }), category, ...(toxicity && { toxicity }), synonyms }
}

import type { PlantProposal, PlantRequestStatus, RejectionReason } from '../contract/plantRequests'

/** A plant request of the demo. */
export interface RequestedPlant {
  readonly name: string
  /** Days since the request. */
  readonly daysAgo: number
  /** Days since the decision. */
  readonly decidedDaysAgo?: number
  readonly status?: PlantRequestStatus
  readonly proposed?: string
  readonly notes?: string
  readonly source?: string
  readonly draft?: PlantProposal
  /** Humidity, temperature and light group by name. */
  readonly groups?: readonly [string, string, string | null]
  readonly reason?: RejectionReason
  readonly note?: string
  /** Title of the plant that it became or duplicates. */
  readonly plant?: string
}

const shamrock = { proposed: 'Oxalis triangularis', source: 'https://powo.science.kew.org/results?q=Oxalis%20triangularis' }
const pearls = { proposed: 'Curio rowleyanus' }
const english = (name: string) => [{ lang: 'en', name }]

/** Requests of the garden app's users: in every status, some by many users. */
export const requestedPlants: readonly RequestedPlant[] = [
  { name: 'String of pearls', daysAgo: 41, ...pearls, notes: 'Three of them hang in my kitchen window.' },
  { name: 'string of pearls', daysAgo: 23, proposed: 'Senecio rowleyanus' },
  { name: 'String of Pearls', daysAgo: 9 },
  { name: 'String  of pearls', daysAgo: 2, ...pearls },
  { name: 'Purple shamrock', daysAgo: 17, ...shamrock },
  { name: 'Purple Shamrock', daysAgo: 5, notes: 'It folds its leaves at night. Which light does it want?' },
  {
    name: 'Purple shamrock',
    daysAgo: 30,
    status: 'in_review',
    ...shamrock,
    draft: {
      scientificName: 'Oxalis triangularis',
      family: 'Oxalidaceae',
      category: 'bulb',
      commonNames: english('Purple shamrock'),
    },
    groups: ['Average', 'Indoor', null],
  },
  { name: 'Swiss cheese vine', daysAgo: 12, proposed: 'Monstera adansonii', notes: 'Smaller leaves than the big one.' },
  { name: 'Bird’s-nest fern', daysAgo: 1 },
  {
    name: 'String of hearts',
    daysAgo: 26,
    status: 'in_review',
    proposed: 'Ceropegia woodii',
    draft: {
      scientificName: 'Ceropegia woodii',
      family: 'Apocynaceae',
      category: 'succulent',
      commonNames: [...english('String of hearts'), { lang: 'de', name: 'Leuchterblume' }],
      care: { watering: 'Let the soil dry between waterings.', sunlight: 'Bright, without the midday sun.' },
    },
  },
  {
    name: 'Polka dot begonia',
    daysAgo: 8,
    status: 'in_review',
    proposed: 'Begonia maculata',
    draft: {
      scientificName: 'Begonia maculata',
      cultivar: 'Wightii',
      family: 'Begoniaceae',
      commonNames: english('Polka dot begonia'),
      toxicity: 'medium',
      care: { watering: 'Keep moist, never wet.' },
    },
    groups: ['Moist', 'Tropical', 'Bright shade'],
  },
  {
    name: 'Venus flytrap',
    daysAgo: 55,
    decidedDaysAgo: 3,
    status: 'approved',
    proposed: 'Dionaea muscipula',
    draft: {
      scientificName: 'Dionaea muscipula',
      family: 'Droseraceae',
      commonNames: [...english('Venus flytrap'), { lang: 'fr', name: 'Dionée attrape-mouche' }],
      toxicity: 'none',
      phMin: 3.5,
      phMax: 5,
      care: { watering: 'Rain water only; keep it standing in a little.', soil: 'Peat or moss without any fertilizer.' },
      sourceUrl: 'https://powo.science.kew.org/results?q=Dionaea%20muscipula',
    },
    groups: ['Bog', 'Cool', 'Full sun'],
  },
  {
    name: 'Silver lace fern',
    daysAgo: 20,
    decidedDaysAgo: 2,
    status: 'approved',
    draft: { scientificName: 'Pteris ensiformis', cultivar: 'Evergemiensis', family: 'Pteridaceae', category: 'fern' },
    groups: ['Moist', 'Indoor', null],
  },
  {
    name: 'Sweetheart hoya',
    daysAgo: 33,
    decidedDaysAgo: 1,
    status: 'approved',
    proposed: 'Hoya kerrii',
    notes: 'The one with the heart-shaped leaves.',
    draft: { scientificName: 'Hoya kerrii', family: 'Apocynaceae', category: 'climber', commonNames: english('Sweetheart hoya') },
    groups: ['Average', 'Indoor', 'Bright shade'],
  },
  {
    name: 'Chinese money plant',
    daysAgo: 190,
    decidedDaysAgo: 171,
    status: 'published',
    proposed: 'Pilea peperomioides',
    draft: { scientificName: 'Pilea peperomioides', family: 'Urticaceae', commonNames: english('Chinese money plant') },
    groups: ['Average', 'Indoor', 'Bright shade'],
    plant: 'Pilea peperomioides',
  },
  {
    name: 'ZZ plant',
    daysAgo: 240,
    decidedDaysAgo: 236,
    status: 'published',
    draft: { scientificName: 'Zamioculcas zamiifolia', family: 'Araceae', commonNames: english('ZZ plant') },
    groups: ['Average', 'Indoor', 'Bright shade'],
    plant: 'Zamioculcas zamiifolia',
  },
  {
    name: 'Snake plant',
    daysAgo: 62,
    decidedDaysAgo: 60,
    status: 'rejected',
    proposed: 'Sansevieria trifasciata',
    draft: { scientificName: 'Sansevieria trifasciata', commonNames: english('Snake plant') },
    reason: 'duplicate',
    note: 'Sansevieria is a synonym: the accepted name is Dracaena trifasciata.',
    plant: 'Dracaena trifasciata',
  },
  {
    name: 'Blue strawberry',
    daysAgo: 80,
    decidedDaysAgo: 79,
    status: 'rejected',
    notes: 'Seen in an advertisement.',
    reason: 'unverifiable',
  },
  { name: 'My grandmother’s fern', daysAgo: 47, decidedDaysAgo: 31, status: 'rejected', reason: 'insufficient_data' },
  {
    name: 'Lion’s mane',
    daysAgo: 28,
    decidedDaysAgo: 28,
    status: 'rejected',
    proposed: 'Hericium erinaceus',
    reason: 'not_a_plant',
  },
  {
    name: 'Giant hogweed',
    daysAgo: 14,
    decidedDaysAgo: 11,
    status: 'rejected',
    proposed: 'Heracleum mantegazzianum',
    reason: 'other',
    note: 'Its sap burns the skin, and growing it is banned in the European Union.',
  },
]

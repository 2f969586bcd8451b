import { idOf } from './chance'
import { monthsBefore } from './times'
import { insertRows } from './rows'
import type { Queryable } from '../server/db/database'

/** A row of the plants table. */
export interface PlantRow {
  readonly id: string
  readonly created_at: string
  readonly updated_at: string
  readonly scientific_name: string
  readonly cultivar: string | null
  readonly family: string
  readonly status: 'draft' | 'published' | 'archived'
}

/** Genus and species, with a cultivar after the bar; families as in Plants of the World Online. */
const families: Readonly<Record<string, readonly string[]>> = {
  Acanthaceae: ['Fittonia albivenis', 'Hypoestes phyllostachya'],
  Apocynaceae: ['Hoya carnosa', 'Hoya kerrii', 'Nerium oleander'],
  Araceae: [
    'Aglaonema commutatum|Silver Bay',
    'Alocasia zebrina',
    'Anthurium andraeanum',
    'Dieffenbachia seguine',
    'Epipremnum aureum',
    'Monstera adansonii',
    'Monstera deliciosa',
    'Monstera deliciosa|Thai Constellation',
    'Philodendron hederaceum|Brasil',
    'Spathiphyllum wallisii',
    'Zamioculcas zamiifolia',
  ],
  Arecaceae: ['Chamaedorea elegans', 'Howea forsteriana'],
  Asparagaceae: ['Asparagus setaceus', 'Aspidistra elatior', 'Chlorophytum comosum', 'Dracaena trifasciata', 'Dracaena fragrans'],
  Asphodelaceae: ['Aloe vera', 'Haworthiopsis attenuata'],
  Aspleniaceae: ['Asplenium nidus'],
  Begoniaceae: ['Begonia maculata', 'Begonia rex'],
  Cactaceae: ['Echinocactus grusonii', 'Schlumbergera truncata'],
  Crassulaceae: ['Crassula ovata', 'Kalanchoe blossfeldiana'],
  Cyatheaceae: ['Sphaeropteris cooperi'],
  Euphorbiaceae: ['Codiaeum variegatum|Petra', 'Euphorbia pulcherrima'],
  Hydrangeaceae: ['Hydrangea macrophylla|Endless Summer'],
  Lamiaceae: ['Lavandula angustifolia|Hidcote', 'Ocimum basilicum', 'Salvia rosmarinus'],
  Marantaceae: ['Calathea ornata', 'Goeppertia makoyana', 'Maranta leuconeura'],
  Moraceae: ['Ficus elastica', 'Ficus lyrata', 'Ficus benjamina|Exotica'],
  Nephrolepidaceae: ['Nephrolepis exaltata|Bostoniensis'],
  Oleaceae: ['Olea europaea'],
  Orchidaceae: ['Dendrobium nobile', 'Paphiopedilum insigne', 'Phalaenopsis amabilis'],
  Piperaceae: ['Peperomia argyreia', 'Peperomia obtusifolia'],
  Polypodiaceae: ['Platycerium bifurcatum'],
  Pteridaceae: ['Adiantum raddianum'],
  Rosaceae: ['Fragaria × ananassa|Elsanta', 'Rosa × hybrida|Avalanche'],
  Rutaceae: ['Citrus × limon|Meyer'],
  Solanaceae: ['Capsicum annuum', 'Solanum lycopersicum|Moneymaker'],
  Strelitziaceae: ['Strelitzia nicolai', 'Strelitzia reginae'],
  Theaceae: ['Camellia japonica', 'Camellia sinensis'],
  Urticaceae: ['Pilea peperomioides'],
}
const drafts = new Set(['Hoya kerrii', 'Sphaeropteris cooperi', 'Paphiopedilum insigne', 'Alocasia zebrina'])
/** The accepted name is Goeppertia ornata: archived, no longer offered. */
const archived = new Set(['Calathea ornata'])

/** The demo's catalogue. */
export function demoPlants(now: Date): PlantRow[] {
  return Object.entries(families).flatMap(([family, names]) =>
    names.map((name) => {
      const [scientificName = name, cultivar = null] = name.split('|')
      const at = monthsBefore(now, `plant ${name}`, 8, 20)
      return {
        id: idOf(`plant ${name}`, at),
        created_at: at.toISOString(),
        updated_at: at.toISOString(),
        scientific_name: scientificName,
        cultivar,
        family,
        status: drafts.has(name) ? 'draft' : archived.has(name) ? 'archived' : 'published',
      }
    }),
  )
}

export function insertPlants(tx: Queryable, rows: readonly PlantRow[]): Promise<void> {
  return insertRows(
    tx,
    'plants',
    {
      id: 'uuid',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      scientific_name: 'text',
      cultivar: 'text',
      family: 'text',
      status: 'text',
    },
    rows,
  )
}

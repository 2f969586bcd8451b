import sql from 'sql-template-tag'
import type { Queryable } from '../server/db/database'
import { ailmentsOf, type Ailment } from './ailments'
import { idOf, share } from './chance'
import { regimeOf } from './plantCare'
import { knownOf } from './plantNames'
import type { PlantRow } from './plants'
import { insertRows } from './rows'

/** Stores facts and problems of the demo's plants. Drafts have only names. */
export async function insertPlantFacts(tx: Queryable, plants: readonly PlantRow[]): Promise<void> {
  await tx.query(sql`
    update plants set
      common_names = array(select jsonb_array_elements(given.common_names)), synonyms = given.synonyms, category = given.category,
      toxicity = given.toxicity, care = given.care, ph_min = given.ph_min, ph_max = given.ph_max, soil_ec_min = given.soil_ec_min,
      soil_ec_max = given.soil_ec_max, image_url = given.image_url, image_credit = given.image_credit, source_url = given.source_url
    from jsonb_to_recordset(${JSON.stringify(plants.map(factsOf))}::jsonb) as given (
      id uuid, common_names jsonb, synonyms text[], category text, toxicity text, care jsonb, ph_min double precision,
      ph_max double precision, soil_ec_min double precision, soil_ec_max double precision, image_url text, image_credit text,
      source_url text
    )
    where plants.id = given.id`)
  await insertTroubleshoots(tx, plants)
}

function factsOf(plant: PlantRow) {
  const { id, scientific_name: species, family, status } = plant
  const known = knownOf(species)
  const { en, de, es } = known ?? {}
  const names = Object.entries({ en, de, es }).flatMap(([lang, name]) => (name === undefined ? [] : [{ lang, name }]))
  return {
    id,
    common_names: status === 'draft' ? names.slice(0, 1) : names,
    synonyms: known?.synonyms ?? [],
    category: known?.category ?? null,
    source_url: `https://powo.science.kew.org/results?q=${encodeURIComponent(species)}`,
    ...(status === 'draft' ? { care: {} } : { toxicity: known?.toxicity ?? null, ...careOf(plant, family) }),
  }
}

/** Leaves some facts out, as in a real catalogue. */
function careOf({ scientific_name: species, cultivar }: PlantRow, family: string) {
  const { care, ph, ec } = regimeOf(family)
  const key = `facts ${species} ${cultivar ?? ''}`
  const { pruning, ...rest } = care
  const pictured = share(`${key} image`) < 0.6
  const measured = share(`${key} ec`) < 0.8
  return {
    care: share(`${key} pruning`) < 0.85 ? { ...rest, pruning } : rest,
    ph_min: ph[0],
    ph_max: ph[1],
    ...(measured && { soil_ec_min: ec[0], soil_ec_max: ec[1] }),
    ...(pictured && { image_url: `https://example.com/plants/${slugOf(species)}.jpg`, image_credit: 'Frond’s demo garden, CC0' }),
  }
}

function slugOf(species: string): string {
  return species.toLowerCase().replace(/[^a-z]+/g, '-')
}

async function insertTroubleshoots(tx: Queryable, plants: readonly PlantRow[]): Promise<void> {
  const rows = plants
    .filter(({ status }) => status === 'published')
    .flatMap((plant) => ailmentsOf(plant.family).map((ailment, at) => troubleshootOf(plant, ailment, at)))
  await insertRows(
    tx,
    'troubleshoots',
    {
      id: 'uuid',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      plant_id: 'uuid',
      symptom: 'text',
      affected_part: 'text',
      category: 'text',
      severity: 'text',
      cause: 'text',
      remedy: 'jsonb',
      prevention: 'text',
      sort_order: 'integer',
    },
    rows,
  )
}

function troubleshootOf(plant: PlantRow, ailment: Ailment, at: number) {
  const { created_at, updated_at } = plant
  const id = idOf(`troubleshoot ${plant.id} ${at}`, new Date(created_at))
  return { ...ailment, id, created_at, updated_at, plant_id: plant.id, sort_order: at }
}

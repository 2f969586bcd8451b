import { plantRequests } from '../../contract/plantRequests'
import { plants, toxicityWords, type Plant } from '../../contract/plants'
import { sensors } from '../../contract/sensors'
import { troubleshoots } from '../../contract/troubleshoots'
import { CountLink } from '../../crud/parts/CountLink'
import { declare } from '../../crud/model/declaration'
import { NoValue } from '../../ui/text/NoValue'
import { listPath } from '../../crud/model/paths'
import { counted } from '../../crud/model/words'
import { soilWarnings } from '../../telemetry/warnings'
import { Link } from '../../ui/controls/Link'
import { panelOnDemand } from '../../ui/overlay/onDemand'
import { CommonNames, Completeness, Image, PlantStatus, Synonyms, Toxicity, WebLink, WhatIsMissing } from './facts'
import { HumidityGroupFact, LightGroupFact, TemperatureGroupFact } from './groupFacts'
import { TroubleshootFiles } from './TroubleshootFiles'
import { commonNameOf, soilWords } from './words'

// Loaded with a plant's page: lists of plants show none of them.
const Troubleshoots = panelOnDemand(async () => (await import('./Troubleshoots')).Troubleshoots)
const PlantCurves = panelOnDemand(async () => (await import('../../telemetry/PlantCurves')).PlantCurves)
const PlantReadings = panelOnDemand(async () => (await import('../../telemetry/PlantReadings')).PlantReadings)

const sensorsOf = ({ id }: Plant) => ({ plantId: id })

function Sensors({ row }: { readonly row: Plant }) {
  return <CountLink count={row.sensorsCount} slug="sensors" filter={sensorsOf(row)} />
}

/** Plants: the catalogue that sensors measure for. */
export const declaration = declare({
  resource: plants,
  columns: [
    { key: 'title', title: 'Plant', width: 15 },
    { key: 'commonNames', title: 'Common name', width: 9.5, cell: (row) => commonNameOf(row) },
    { key: 'status', title: 'Status', width: 6.25, cell: (row) => <PlantStatus row={row} /> },
    { key: 'family', title: 'Family', width: 7.5 },
    { key: 'category', title: 'Category', width: 7 },
    { key: 'completenessPct', title: 'Completeness', width: 8.75, cell: (row) => <Completeness row={row} /> },
    { key: 'sensorsCount', title: 'Sensors', width: 5.5, numeric: true, cell: (row) => <Sensors row={row} /> },
    { key: 'troubleshootsCount', title: 'Troubleshoots', width: 7.75, numeric: true, minor: true },
  ],
  filters: [
    { name: 'status', title: 'Status' },
    { name: 'category', title: 'Category' },
    { name: 'toxicity', title: 'Toxicity', words: toxicityWords },
    { name: 'humidityGroupId', title: 'Humidity group' },
    { name: 'temperatureGroupId', title: 'Temperature group' },
    { name: 'lightGroupId', title: 'Light group' },
  ],
  ListMore: TroubleshootFiles,
  State: ({ row }) => <PlantStatus row={row} look="pill" />,
  Summary: ({ row }) => (
    <>
      {commonNameOf(row) !== null && <>{commonNameOf(row)} · </>}
      <Link className="link" href={listPath('sensors', sensorsOf(row))}>
        {counted(row.sensorsCount, sensors.nouns)}
      </Link>{' '}
      · {counted(row.troubleshootsCount, troubleshoots.nouns)}
    </>
  ),
  sections: [
    {
      title: 'Plant',
      items: [
        { key: 'completenessPct', wide: true, value: (row) => <WhatIsMissing row={row} /> },
        { key: 'commonNames', value: (row) => <CommonNames row={row} /> },
        { key: 'synonyms', value: (row) => <Synonyms row={row} /> },
        { key: 'family' },
        { key: 'category' },
        { key: 'toxicity', value: (row) => <Toxicity row={row} /> },
        { key: 'imageUrl', value: (row) => <Image row={row} /> },
        { key: 'imageCredit' },
        { key: 'sourceUrl', value: (row) => <WebLink href={row.sourceUrl} /> },
      ],
    },
    {
      title: 'Groups and soil',
      items: [
        {
          key: 'humidityGroupName',
          wide: true,
          value: (row) => <HumidityGroupFact id={row.humidityGroupId} name={row.humidityGroupName} />,
        },
        {
          key: 'temperatureGroupName',
          wide: true,
          value: (row) => <TemperatureGroupFact id={row.temperatureGroupId} name={row.temperatureGroupName} />,
        },
        {
          key: 'lightGroupName',
          wide: true,
          value: (row) => <LightGroupFact id={row.lightGroupId} name={row.lightGroupName} />,
        },
        { key: 'phMin', label: 'Soil pH', value: (row) => soilWords(row.phMin, row.phMax, '') ?? <NoValue /> },
        { key: 'soilEcMin', label: 'Soil EC', value: (row) => soilWords(row.soilEcMin, row.soilEcMax, 'µS/cm') ?? <NoValue /> },
      ],
    },
    {
      title: 'Care',
      items: [
        { key: 'care', label: 'Watering', wide: true, value: (row) => row.care.watering ?? <NoValue /> },
        { key: 'care', label: 'Sunlight', wide: true, value: (row) => row.care.sunlight ?? <NoValue /> },
        { key: 'care', label: 'Soil', wide: true, value: (row) => row.care.soil ?? <NoValue /> },
        { key: 'care', label: 'Pruning', wide: true, value: (row) => row.care.pruning ?? <NoValue /> },
        { key: 'care', label: 'Fertilization', wide: true, value: (row) => row.care.fertilization ?? <NoValue /> },
      ],
    },
  ],
  form: [
    {
      title: 'Plant',
      fields: [
        { name: 'scientificName', hint: 'Genus and species, without a cultivar.' },
        { name: 'cultivar', hint: 'Without quotation marks: Thai Constellation.' },
        {
          name: 'commonNames',
          hint: 'A language by its tag: en, de, es, pt-BR.',
        },
        { name: 'synonyms', hint: 'Other scientific names.', wide: true },
        { name: 'family' },
        { name: 'category' },
        { name: 'toxicity', hint: 'To people and pets.', words: toxicityWords },
        { name: 'status' },
      ],
    },
    {
      title: 'Groups',
      hint: 'Its sensors’ readings are compared with these.',
      fields: [{ name: 'humidityGroupId' }, { name: 'temperatureGroupId' }, { name: 'lightGroupId' }],
    },
    {
      title: 'Soil',
      hint: 'Leave both ends empty where they are not known.',
      fields: [
        { name: 'phMin', warn: soilWarnings.phMin },
        { name: 'phMax', warn: soilWarnings.phMax },
        { name: 'soilEcMin', warn: soilWarnings.soilEcMin },
        { name: 'soilEcMax', warn: soilWarnings.soilEcMax },
      ],
    },
    { title: 'Care', fields: [{ name: 'care' }] },
    {
      title: 'Image and source',
      fields: [
        { name: 'imageUrl', hint: 'It begins with https://.', wide: true },
        { name: 'imageCredit', hint: 'Author and licence of the image.', wide: true },
        { name: 'sourceUrl', hint: 'Source of these facts.', wide: true },
      ],
    },
  ],
  blank: { status: 'draft' },
  example: {
    scientificName: 'Monstera deliciosa',
    cultivar: 'Thai Constellation',
    commonNames: 'en: Swiss cheese plant; de: Fensterblatt',
    synonyms: 'Monstera borsigiana; Philodendron pertusum',
    family: 'Araceae',
    category: 'foliage',
    phMin: 5.5,
    phMax: 7,
    'care.watering': 'When the top of the soil is dry.',
    toxicity: 'medium',
  },
  removal: { typed: false, consequence, usersPath: (row) => listPath('sensors', sensorsOf(row)) },
  More: ({ row, isDeleted }) => (
    <div className="stack">
      {row.sensorsCount > 0 && <PlantReadings plant={row} />}
      {row.sensorsCount > 0 && <PlantCurves plant={row} />}
      <Troubleshoots row={row} isDeleted={isDeleted} />
    </div>
  ),
})

function consequence(rows: readonly Plant[]): string {
  const free = rows.filter((row) => row.sensorsCount === 0)
  const deletedCount = free.reduce((sum, row) => sum + row.troubleshootsCount, 0)
  const requestsCount = free.reduce((sum, row) => sum + row.requestsCount, 0)
  const deleted =
    deletedCount === 0
      ? 'Nothing else is deleted.'
      : `${counted(deletedCount, troubleshoots.nouns)} ${deletedCount === 1 ? 'is' : 'are'} deleted too.`
  if (requestsCount === 0) return deleted
  return `${deleted} ${counted(requestsCount, plantRequests.nouns)} ${requestsCount === 1 ? 'loses its plant' : 'lose their plants'}.`
}

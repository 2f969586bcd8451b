import { Ban, CircleCheck, RotateCcw, SearchCheck, Sprout } from 'lucide-react'
import { movesFrom, type PlantRequestMove } from '../../../machines/plantRequestMachine'
import { plantRequests, proposedDraft, type PlantRequest } from '../../contract/plantRequests'
import { toxicityWords } from '../../contract/plants'
import { declare } from '../../crud/model/declaration'
import { NoValue } from '../../ui/text/NoValue'
import { Moment } from '../../crud/parts/FieldText'
import { rowLink } from '../../crud/parts/rowLink'
import { counted } from '../../crud/model/words'
import { soilWarnings } from '../../telemetry/warnings'
import { Link } from '../../ui/controls/Link'
import { dialogOnDemand, panelOnDemand } from '../../ui/overlay/onDemand'
import { Time } from '../../ui/text/Time'
import { StatusTabs } from './StatusTabs'
import { Readiness, reasonWords, RequestStatus } from './words'

const Comparison = panelOnDemand(async () => (await import('./Comparison')).Comparison)
const ApproveDialog = dialogOnDemand(async () => (await import('./moveDialogs')).ApproveDialog)
const ReviewDialog = dialogOnDemand(async () => (await import('./moveDialogs')).ReviewDialog)
const PublishDialog = dialogOnDemand(async () => (await import('./PublishDialog')).PublishDialog)
const RejectDialog = dialogOnDemand(async () => (await import('./RejectDialog')).RejectDialog)

const ReviewMany = dialogOnDemand(async () => (await import('./manyDialogs')).ReviewMany)
const ApproveMany = dialogOnDemand(async () => (await import('./manyDialogs')).ApproveMany)
const PublishMany = dialogOnDemand(async () => (await import('./manyDialogs')).PublishMany)
const RejectMany = dialogOnDemand(async () => (await import('./manyDialogs')).RejectMany)

const openRequests = { one: 'open request for this name', many: 'open requests for this name' }
const can = (move: PlantRequestMove) => (row: PlantRequest) => movesFrom(row.status).includes(move)
const isOpen = ({ status }: PlantRequest) => status !== 'published' && status !== 'rejected'

function SourceLink({ row: { sourceUrl } }: { readonly row: PlantRequest }) {
  if (sourceUrl == null) return <NoValue />
  return (
    <Link className="link" href={sourceUrl} external>
      {sourceUrl}
    </Link>
  )
}

function Summary({ row }: { readonly row: PlantRequest }) {
  return (
    <>
      {counted(row.demandCount, openRequests)} · Requested <Time value={row.createdAt} />
      {row.publishedPlantId != null && <> · Published as {rowLink('plants', row.publishedPlantId, row.publishedPlantName)}</>}
      {row.publishedPlantId == null && row.status === 'published' && ' · Its plant has been deleted'}
    </>
  )
}

/** Plant requests: plants that users miss in the catalogue, from the request to the published plant. */
export const declaration = declare({
  resource: plantRequests,
  columns: [
    { key: 'requestedName', title: 'Requested name', width: 11 },
    { key: 'demandCount', title: 'Demand', numeric: true },
    { key: 'status', title: 'Status', width: 6.75, cell: (row) => <RequestStatus row={row} /> },
    { key: 'createdAt', title: 'Requested', width: 6.75 },
    { key: 'requesterName', title: 'Requested by', width: 7.75 },
    { key: 'reviewerName', title: 'Reviewer' },
    { key: 'decidedAt', title: 'Decided', minor: true },
    {
      key: 'proposedScientificName',
      title: 'Proposed name',
      width: 11,
      minor: true,
      cell: ({ proposedScientificName: name }) => name && <span className="cell-words">{name}</span>,
    },
  ],
  filters: [
    { name: 'status', title: 'Status' },
    { name: 'rejectionReason', title: 'Rejected because', words: reasonWords },
    { name: 'reviewerId', title: 'Reviewer' },
    { name: 'sameNameAs', title: 'Same name as', quiet: true },
  ],
  ListLead: StatusTabs,
  editable: isOpen,
  actions: [
    {
      label: 'Start review',
      icon: SearchCheck,
      next: true,
      offered: (row) => row.status === 'requested' && can('review')(row),
      Dialog: ReviewDialog,
    },
    {
      label: 'Review again',
      icon: RotateCcw,
      offered: (row) => row.status === 'rejected' && can('review')(row),
      Dialog: ReviewDialog,
    },
    { label: 'Approve', icon: CircleCheck, next: true, offered: can('approve'), Dialog: ApproveDialog },
    { label: 'Publish', icon: Sprout, next: true, offered: can('publish'), Dialog: PublishDialog },
    { label: 'Reject', icon: Ban, danger: true, offered: can('reject'), Dialog: RejectDialog },
  ],
  bulkActions: [
    { label: 'Start review', icon: SearchCheck, Dialog: ReviewMany },
    { label: 'Approve', icon: CircleCheck, Dialog: ApproveMany },
    { label: 'Publish', icon: Sprout, Dialog: PublishMany },
    { label: 'Reject', icon: Ban, danger: true, Dialog: RejectMany },
  ],
  State: ({ row }) => <RequestStatus row={row} look="pill" />,
  Summary,
  More: Comparison,
  sections: [
    {
      title: 'Request',
      items: [
        { key: 'demandCount', value: (row) => counted(row.demandCount, openRequests) },
        { key: 'proposedScientificName' },
        { key: 'requesterName' },
        { key: 'createdAt', label: 'Requested', value: (row) => <Moment value={row.createdAt} /> },
        { key: 'sourceUrl', wide: true, value: (row) => <SourceLink row={row} /> },
        { key: 'notes', wide: true },
      ],
    },
    {
      title: 'Review',
      items: [
        { key: 'status', value: (row) => <RequestStatus row={row} /> },
        { key: 'draft', hideEmpty: true, value: (row) => (isOpen(row) ? <Readiness row={row} /> : <NoValue />) },
        { key: 'reviewerName' },
        { key: 'decidedAt', hideEmpty: true },
        {
          key: 'rejectionReason',
          hideEmpty: true,
          value: (row) => (row.rejectionReason == null ? <NoValue /> : reasonWords[row.rejectionReason]),
        },
        { key: 'rejectionNote', hideEmpty: true, wide: true },
        {
          key: 'duplicateOfPlantName',
          hideEmpty: true,
          value: (row) => rowLink('plants', row.duplicateOfPlantId, row.duplicateOfPlantName),
        },
        {
          key: 'publishedPlantName',
          hideEmpty: true,
          value: (row) => rowLink('plants', row.publishedPlantId, row.publishedPlantName),
        },
      ],
    },
  ],
  form: [
    {
      title: 'Request',
      fields: [
        { name: 'requestedName', hint: 'Open requests for the same name add up to its demand.' },
        { name: 'proposedScientificName', hint: 'As entered by the requester.' },
        { name: 'sourceUrl', wide: true },
        { name: 'notes' },
      ],
    },
    {
      title: 'The plant',
      hint: 'Its scientific name and three groups are needed to publish; the rest can follow.',
      fields: [
        {
          name: 'draft',
          only: ['scientificName', 'cultivar', 'commonNames', 'synonyms', 'family', 'category', 'toxicity'],
          parts: {
            scientificName: { hint: 'Genus and species, without a cultivar.' },
            commonNames: { hint: 'A language by its tag: en, de, es, pt-BR.' },
            synonyms: { wide: true },
            toxicity: { words: toxicityWords },
          },
        },
      ],
    },
    {
      title: 'Groups',
      hint: 'Its sensors’ readings will be compared with these.',
      fields: [{ name: 'draft', only: ['humidityGroupId', 'temperatureGroupId', 'lightGroupId'] }],
    },
    {
      title: 'Soil',
      hint: 'Leave both ends empty where they are not known.',
      fields: [
        {
          name: 'draft',
          only: ['phMin', 'phMax', 'soilEcMin', 'soilEcMax'],
          parts: {
            phMin: { warn: soilWarnings.phMin },
            phMax: { warn: soilWarnings.phMax },
            soilEcMin: { warn: soilWarnings.soilEcMin },
            soilEcMax: { warn: soilWarnings.soilEcMax },
          },
        },
      ],
    },
    { title: 'Care', fields: [{ name: 'draft', only: ['care'] }] },
    {
      title: 'Image and source',
      fields: [
        {
          name: 'draft',
          only: ['imageUrl', 'imageCredit', 'sourceUrl'],
          parts: { imageUrl: { wide: true }, imageCredit: { wide: true }, sourceUrl: { wide: true } },
        },
      ],
    },
  ],
  blank: {},
  proposed: (row) => ({ draft: proposedDraft(row) }),
})

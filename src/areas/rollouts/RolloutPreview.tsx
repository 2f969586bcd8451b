import { resultIn } from '../../api/request'
import { api } from '../../api/api'
import { gatewayFirmwares } from '../../contract/gatewayFirmwares'
import { gateways } from '../../contract/gateways'
import { rolloutPaths, type RolloutPreview } from '../../contract/rolloutCalls'
import { rollouts, type Rollout, type RolloutDraft } from '../../contract/rollouts'
import { usePreviewedDraft } from '../../crud/form/usePreviewedDraft'
import { writableFields } from '../../crud/form/values'
import { crudCalls, type AnyRow } from '../../crud/model/crudCalls'
import { detailPath, listPath } from '../../crud/model/paths'
import { NameLinks } from '../../crud/parts/NameLinks'
import { counted, enumerated, wordsOf } from '../../crud/model/words'
import { PreviewPlaceholder } from '../../crud/parts/PreviewPlaceholder'
import { previewCodeWords } from '../../telemetry/rollouts/words'
import { Link } from '../../ui/controls/Link'
import { Card } from '../../ui/layout/Card'
import { Alert } from '../../ui/overlay/Alert'
import { grouped } from '../../ui/text/numberWords'

const previewApi = api.enhanceEndpoints({ addTagTypes: [gateways.name] }).injectEndpoints({
  endpoints: (build) => ({
    // The gateways that a rollout would include change by the minute: refetched whenever the preview is shown.
    previewRollout: build.query<RolloutPreview, object>({
      query: (body) => ({ url: rolloutPaths.preview, method: 'POST', body, optional: true, read: resultIn }),
      keepUnusedDataFor: 0,
      // A change of a firmware or a hardware invalidates the gateways, too.
      providesTags: [{ type: gateways.name, id: 'LIST' }],
    }),
  }),
})

const gatewayPath = (id: string) => detailPath('gateways', id)

/** The gateways that the rollout in the form would include now. A started rollout has chosen its gateways. */
export function FormPreview({ row }: { readonly row: AnyRow | null }) {
  if (row === null || row['status'] === 'draft') return <DraftPreview />
  return <p className="soft">Its firmware and gateways were chosen when it began, and can no longer change.</p>
}

function DraftPreview() {
  const body = usePreviewedDraft<RolloutDraft>(rollouts.draft)
  return (
    <Card title="Gateways it reaches now">
      <div role="status" className="stack">
        {body === null ? <p className="soft">Complete the rollout to see which gateways it reaches.</p> : <Reached body={body} />}
      </div>
    </Card>
  )
}

/** The gateways that a draft rollout would include now, on its page. */
export function PreviewCard({ row }: { readonly row: Rollout }) {
  return (
    <Card title="Gateways it reaches now" description="They are chosen when it begins.">
      <div role="status" className="stack">
        <Reached body={writableFields(rollouts, row) as RolloutDraft} />
      </div>
    </Card>
  )
}

function Reached({ body }: { readonly body: RolloutDraft }) {
  const query = previewApi.usePreviewRolloutQuery(body)
  const { currentData } = query
  if (currentData === undefined) return <PreviewPlaceholder query={query} />
  const { ready, groups, gateways: first, leftOut, firmwareStatus = 'released' } = currentData
  const lacksCanary = body.canaryTag != null && ready > 0 && !groups.some(({ kind }) => kind === 'canary')
  return (
    <>
      <p>{ready === 0 ? 'It reaches no gateway.' : `It reaches ${counted(ready, gateways.nouns)}: ${groupWords(groups)}.`}</p>
      {first.length > 0 && <NameLinks rows={first} total={ready} pathOf={gatewayPath} />}
      {lacksCanary && (
        <Alert tone="warning">
          No gateway that can be updated has the canary’s tag {body.canaryTag}: the rollout would not begin.
        </Alert>
      )}
      {firmwareStatus !== 'released' && (
        <Alert tone="warning">The status of its firmware is “{firmwareStatus}”: the rollout would not begin.</Alert>
      )}
      {leftOut.map(({ code, gatewaysCount, gateways: rows }) => (
        <p key={code}>
          {counted(gatewaysCount, gateways.nouns)} left out: {previewCodeWords[code].charAt(0).toLowerCase()}
          {previewCodeWords[code].slice(1)}. <NameLinks rows={rows} total={gatewaysCount} pathOf={gatewayPath} />
        </p>
      ))}
      {(first.length > 0 || leftOut.length > 0) && <GatewaysLink body={body} />}
    </>
  )
}

/** Leads to the list of all gateways within the rollout's limits: those that it reaches, and those that are left out. */
function GatewaysLink({ body }: { readonly body: RolloutDraft }) {
  const { currentData: firmware } = crudCalls(gatewayFirmwares).getReferenced.useQuery(body.firmwareId)
  if (firmware === undefined) return null
  const { hardwareIds = [], tags = [], updateChannel, fromFirmwareIds = [] } = body
  const fitting = firmware.hardwareIds.filter((id) => hardwareIds.length === 0 || hardwareIds.includes(id))
  const filter = [
    ...fitting.map((id) => ['hardwareId', id]),
    ...tags.map((tag) => ['tags', tag]),
    ...(updateChannel == null ? [] : [['updateChannel', updateChannel]]),
    ...fromFirmwareIds.map((id) => ['firmwareId', id]),
  ]
  return (
    <p>
      <Link className="link" href={listPath('gateways', filter)}>
        Show them in the list
      </Link>
    </p>
  )
}

function groupWords(groups: RolloutPreview['groups']): string {
  return enumerated(
    groups.map(
      ({ kind, gatewaysCount }) =>
        `${grouped(gatewaysCount)} ${kind === 'canary' ? 'as canary' : `in a ${wordsOf(kind).toLowerCase()}`}`,
    ),
  )
}

import { Alert } from '../../ui/overlay/Alert'
import { Button, LinkButton } from '../../ui/controls/Button'
import { Dialog } from '../../ui/overlay/Dialog'
import { Link } from '../../ui/controls/Link'
import type { NamedRow } from '../../contract/problem'
import type { PlantRequest } from '../../contract/plantRequests'
import type { RowDialogProps } from '../../crud/model/declaration'
import { editPath } from '../../crud/model/paths'
import { rowLink } from '../../crud/parts/rowLink'
import { counted } from '../../crud/model/words'
import { useMove, type MoveProblem } from './useMove'
import { missingWords, otherRequests, othersOf } from './words'

/**
 * Publishes an approved request as a plant. Lists missing fields first; offers a plant with the same name as the original of a duplicate.
 */
export function PublishDialog({ row: shown, onClose }: RowDialogProps<PlantRequest>) {
  const { row, busy, problem, move, publish } = useMove(shown, onClose)
  const missing = missingWords(row)
  const holder = problem?.code === 'taken' ? problem.holder : undefined
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={`Publish ${row.requestedName}?`}
      description={missing === null ? <Outcome row={row} /> : `Its draft is missing: ${missing}.`}
      onClose={busy ? () => undefined : onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={busy} data-autofocus>
            Cancel
          </Button>
          {missing !== null ? (
            <LinkButton variant="primary" href={editPath('plant-requests', row.id)}>
              Edit the draft
            </LinkButton>
          ) : holder === undefined ? (
            <Button variant="primary" busy={busy} onClick={() => void publish()}>
              Publish
            </Button>
          ) : (
            <Button
              variant="danger"
              busy={busy}
              onClick={() =>
                void move(
                  { status: 'rejected', rejectionReason: 'duplicate', duplicateOfPlantId: holder.id },
                  'rejected as a duplicate',
                  othersOf(row),
                )
              }
            >
              Mark as duplicate
            </Button>
          )}
        </>
      }
    >
      {problem !== null && <Refusal problem={problem} holder={holder} row={row} />}
    </Dialog>
  )
}

function Outcome({ row }: { readonly row: PlantRequest }) {
  const { draft, requestedName } = row
  const others = othersOf(row)
  const cultivar = draft.cultivar == null ? '' : ` '${draft.cultivar}'`
  return (
    <p>
      The plant{' '}
      <em lang="la">
        {draft.scientificName}
        {cultivar}
      </em>{' '}
      appears in the catalogue at once, also under the name “{requestedName}”. The request can then no longer be changed.
      {others > 0 &&
        ` ${counted(others, otherRequests)} for this name ${others === 1 ? 'is' : 'are'} rejected as ${others === 1 ? 'a duplicate' : 'duplicates'} of the plant.`}
    </p>
  )
}

interface RefusalProps {
  readonly problem: MoveProblem
  readonly holder: NamedRow | undefined
  readonly row: PlantRequest
}

function Refusal({ problem, holder, row }: RefusalProps) {
  const sentences = Object.values(problem.fields ?? {})
  return (
    <Alert tone="danger" role="alert" title={problem.sure ? 'Nothing was published' : 'It is not known whether it was published'}>
      {sentences.length > 0 ? sentences.map((sentence) => <p key={sentence}>{sentence}.</p>) : <p>{problem.message}</p>}
      {holder !== undefined && (
        <p>Look at {rowLink('plants', holder.id, holder.name)}: if it is the same plant, this request is its duplicate.</p>
      )}
      {holder === undefined && sentences.length > 0 && (
        <p>
          <Link className="link" href={editPath('plant-requests', row.id)}>
            Edit the draft
          </Link>
        </p>
      )}
    </Alert>
  )
}

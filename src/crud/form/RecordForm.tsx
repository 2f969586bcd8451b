import { useId, useState } from 'react'
import { useNavigate, useNavigationType } from 'react-router-dom'
import { Alert } from '../../ui/overlay/Alert'
import { Button } from '../../ui/controls/Button'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { dialogOnDemand } from '../../ui/overlay/onDemand'
import { BodyPortal } from '../../ui/layout/BodyPortal'
import { FormActions } from '../../ui/layout/Card'
import { Form, SubmitButton } from '../../ui/form/Form'
import { useFormState } from '../../ui/form/formState'
import { PageHeader } from '../../ui/layout/PageHeader'
import type { AnyRow } from '../model/crudCalls'
import { offers, type AnyStandardArea } from '../model/declaration'
import { DeletedAlert } from '../detail/DeletedAlert'
import { useLastListPath } from '../model/lastList'
import { detailPath } from '../model/paths'
import { nameOf } from '../model/reference'
import type { DifferenceDialogProps } from './DifferenceDialog'
import { DraftOffer } from './DraftOffer'
import { FormSections } from './FormSections'
import { FormWatch } from './FormWatch'
import { NotEditable } from './NotEditable'
import { SaveProblem } from './SaveProblem'
import { useRecord } from './useRecord'
import { applicableValues, draftErrors, draftOf, rowValues, writableFields, type Values } from './values'
import './form.css'

const DifferenceDialog = dialogOnDemand(async () => (await import('./DifferenceDialog')).DifferenceDialog)

interface RecordFormProps {
  readonly area: AnyStandardArea
  /** The row to edit; null creates a new one. */
  readonly row: AnyRow | null
  /** The row's newest cached version, which another user may have saved. */
  readonly latest?: AnyRow
  /** The row has been deleted: the typed values stay, but cannot be saved. */
  readonly isDeleted?: boolean
  /** Called when a save finds no such row. */
  readonly onMissing?: () => void
  readonly title: string
  readonly start: Values
}

/** The form of a new or existing row, with its draft, its confirmation and the comparison with a newer version. */
export function RecordForm({ area, row, latest, isDeleted = false, onMissing, title, start }: RecordFormProps) {
  const list = useLastListPath(area.slug)
  const leave = useLeave(area, row, list)
  const record = useRecord({ area, row, start, onSaved: leave, onMissing })
  const { edit, failure, preview, draft, isBusy, isSaved } = record
  const formId = useId()
  const applicable = (values: Values) => applicableValues(area, values, edit.base, row)
  const newest = failure?.kind === 'stale' ? failure.theirs : latest
  const isClosed = !isDeleted && !isSaved && newest !== undefined && !offers(area, 'update', newest)
  const isOver = isDeleted || isClosed
  const isChanged =
    !isOver && latest !== undefined && latest.version > (edit.version ?? latest.version) && failure === null && !isSaved
  return (
    <>
      <PageHeader title={title} crumbs={[{ label: area.title, href: list }]} />
      {draft !== null && <DraftOffer draft={draft} onRestore={record.restoreDraft} onDiscard={record.discardDraft} />}
      {isDeleted && (
        <DeletedAlert area={area} className="record-note">
          It can no longer be saved. What you typed stays here until you leave: copy what you need.
        </DeletedAlert>
      )}
      {isClosed && <NotEditable area={area} row={newest} typed />}
      {isChanged && <Changed area={area} />}
      {!isOver && <SaveProblem failure={failure} slug={area.slug} />}
      <Form
        key={record.round}
        id={formId}
        label={title}
        className="record-form"
        initialValues={edit.base}
        validate={(values) =>
          draftErrors(area.resource.draft, { ...writableFields(area.resource, row), ...draftOf(applicable(values)) })
        }
        refused={failure?.kind === 'fields' ? failure.fields : null}
        busy={isBusy}
        onSubmit={(values) => {
          if (!isOver) record.submit(applicable(values))
        }}
      >
        <FormWatch
          formId={formId}
          edit={edit}
          draftKey={record.draftKey}
          resource={area.resource}
          isSaved={isSaved}
          onSaved={(values) => record.keepTypedSince(applicable(values))}
        />
        {failure?.kind === 'stale' && !isOver && (
          <Comparison
            area={area}
            base={edit.base}
            mineOf={applicable}
            theirs={rowValues(area, failure.theirs)}
            onTakeTheirs={() => record.takeTheirs(failure.theirs)}
            onSave={(values) => record.saveOver(failure.theirs, values)}
            onClose={() => record.send({ type: 'close' })}
          />
        )}
        <FormSections area={area} row={row} />
        {area.FormMore !== undefined && <area.FormMore row={row} />}
        <FormActions>
          {isDeleted ? <p className="soft">It has been deleted.</p> : <Button onClick={() => leave(null)}>Cancel</Button>}
          <SubmitButton disabled={isOver}>{row === null ? `Create ${area.resource.nouns.one}` : 'Save changes'}</SubmitButton>
        </FormActions>
      </Form>
      {row !== null && !isOver && preview !== null && (
        <ConfirmDialog
          tone="primary"
          title={`Change ${nameOf(area.resource, row)}?`}
          confirmLabel="Save changes"
          cancelLabel="Back to the form"
          busy={isBusy}
          onConfirm={() => record.send({ type: 'confirm' })}
          onCancel={() => record.send({ type: 'back' })}
        >
          {area.Effect !== undefined && <area.Effect preview={preview} />}
        </ConfirmDialog>
      )}
    </>
  )
}

interface ComparisonProps extends Omit<DifferenceDialogProps, 'mine'> {
  readonly mineOf: (values: Values) => Values
}

/** Inside the form: compares the version that another user saved first with what is typed, also what was typed since the save. */
function Comparison({ mineOf, ...shown }: ComparisonProps) {
  const { values } = useFormState<Values>()
  return (
    <BodyPortal>
      <DifferenceDialog {...shown} mine={mineOf(values)} />
    </BodyPortal>
  )
}

/** Says that the row has changed on the server; the form stays as it is, and the differences are shown on saving. */
function Changed({ area }: Pick<RecordFormProps, 'area'>) {
  return (
    <Alert tone="info" role="status" className="record-note">
      Someone else saved this {area.resource.nouns.one}. You’ll review the differences when you save.
    </Alert>
  )
}

/**
 * Leaves the form: a saved new row leads to its page, otherwise the user returns to the page that opened the form. A form opened by its
 * address leads to the row's page, or to the list.
 */
function useLeave(area: AnyStandardArea, row: AnyRow | null, list: string): (saved: AnyRow | null) => void {
  const navigate = useNavigate()
  const navigation = useNavigationType()
  // PUSH: the previous page belongs to the console.
  const [pushed] = useState(navigation === 'PUSH')
  return (saved) => {
    if (row === null && saved !== null) void navigate(detailPath(area.slug, saved.id), { replace: true })
    else if (pushed) void navigate(-1)
    else void navigate(row === null ? list : detailPath(area.slug, row.id), { replace: true })
  }
}

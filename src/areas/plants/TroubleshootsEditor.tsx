import { useEffect, useId } from 'react'
import { upsertItem } from '../../contract/troubleshootCalls'
import type { Troubleshoot } from '../../contract/troubleshoots'
import { DraftOffer } from '../../crud/form/DraftOffer'
import { PartInputs } from '../../crud/form/FieldInput'
import { FormWatch } from '../../crud/form/FormWatch'
import { ListField } from '../../crud/form/ListField'
import { Button } from '../../ui/controls/Button'
import { FormActions } from '../../ui/layout/Card'
import { Form, SubmitButton } from '../../ui/form/Form'
import { useConfirmLeave } from '../../ui/overlay/leaveScope'
import { TroubleshootsFailure } from './TroubleshootsFailure'
import { blankRow, rowErrors, rowsOf } from './troubleshootValues'
import { useTroubleshootEditor } from './useTroubleshootEditor'
import '../../crud/form/form.css'

interface TroubleshootsEditorProps {
  readonly plantId: string
  readonly stored: readonly Troubleshoot[]
  readonly onClose: () => void
}

const inputs = ['symptom', 'affectedPart', 'severity', 'cause', 'category', 'remedy', 'prevention']
const words = {
  prevention: { wide: false },
  remedy: { parts: { immediate: { wide: false }, biological: { wide: false }, chemical: { wide: false } } },
}

/** All troubleshoots of a plant in one form: rows are added, changed, reordered and removed in one save. */
export function TroubleshootsEditor({ plantId, stored, onClose }: TroubleshootsEditorProps) {
  const editor = useTroubleshootEditor(plantId, stored, onClose)
  const confirmLeave = useConfirmLeave()
  const formId = useId()
  const { edit, failure } = editor
  useEffect(() => {
    document.getElementById(formId)?.querySelector<HTMLElement>('input, [data-tool="add"]')?.focus()
  }, [formId, editor.round])
  return (
    <>
      {editor.draft !== null && (
        <DraftOffer draft={editor.draft} onRestore={editor.restoreDraft} onDiscard={editor.discardDraft} />
      )}
      <Form
        key={editor.round}
        id={formId}
        label="Troubleshoots"
        initialValues={edit.base}
        validate={(values) => rowErrors(rowsOf(values))}
        refused={failure?.kind === 'fields' ? failure.fields : null}
        busy={editor.isBusy}
        onSubmit={editor.submit}
      >
        <TroubleshootsFailure
          failure={failure}
          base={editor.base}
          onTakeTheirs={editor.takeTheirs}
          onSaveOver={editor.saveOver}
          onClose={() => editor.send({ type: 'close' })}
          onKeepAsNew={editor.keepAsNew}
        />
        <FormWatch
          formId={formId}
          edit={edit}
          draftKey={editor.draftKey}
          isSaved={editor.isSaved}
          onSaved={editor.keepTypedSince}
        />
        <ListField
          name="rows"
          label="In this order"
          hint="Each row holds one symptom and one cause; add a row for another cause. Abiotic: water, light, warmth or injury."
          entryLabel="Troubleshoot"
          look="blocks"
          blank={blankRow(plantId)}
          entryName={symptomOf}
        >
          {(path) => <PartInputs schema={upsertItem} path={path} names={inputs} words={words} />}
        </ListField>
        <FormActions>
          <Button onClick={() => void confirmLeave().then((leave) => leave && onClose())}>Cancel</Button>
          <SubmitButton>Save troubleshoots</SubmitButton>
        </FormActions>
      </Form>
    </>
  )
}

function symptomOf(row: unknown): string | null {
  if (typeof row !== 'object' || row === null || !('symptom' in row)) return null
  return typeof row.symptom === 'string' && row.symptom !== '' ? row.symptom : null
}

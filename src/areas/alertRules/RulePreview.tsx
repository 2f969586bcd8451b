import { resultIn } from '../../api/request'
import { api } from '../../api/api'
import { RULE_PREVIEW_PATH, type RulePreview } from '../../contract/alertCalls'
import { alerts } from '../../contract/alerts'
import { alertRules, subjectOf, type AlertRule } from '../../contract/alertRules'
import { usePreviewedDraft } from '../../crud/form/usePreviewedDraft'
import { writableFields } from '../../crud/form/values'
import { counted, durationWords } from '../../crud/model/words'
import { NameLinks } from '../../crud/parts/NameLinks'
import { PreviewPlaceholder } from '../../crud/parts/PreviewPlaceholder'
import { subjectNouns, subjectPath } from '../../telemetry/alerts/subjects'
import { Card } from '../../ui/layout/Card'

const previewApi = api.enhanceEndpoints({ addTagTypes: [alerts.name] }).injectEndpoints({
  endpoints: (build) => ({
    // A rule's matches change by the minute: refetched whenever the preview is shown.
    previewRule: build.query<RulePreview, object>({
      query: (body) => ({ url: RULE_PREVIEW_PATH, method: 'POST', body, optional: true, read: resultIn }),
      keepUnusedDataFor: 0,
      // Refetched with the dashboard's counts, and when alerts change.
      providesTags: ['Analytics', 'Attention', { type: alerts.name, id: 'LIST' }],
    }),
  }),
})

/** The alerts that the rule in the form would raise now. */
export function FormPreview() {
  const body = usePreviewedDraft<AlertRule>(alertRules.draft)
  return (
    <Card title="Right now">
      <div role="status" className="stack">
        {body === null ? (
          <p className="soft">Complete or correct the rule to see what it would raise now.</p>
        ) : (
          <Found body={body} />
        )}
      </div>
    </Card>
  )
}

/** The alerts that a rule would raise now, on its page. */
export function PreviewCard({ row }: { readonly row: AlertRule }) {
  return (
    <Card title="Right now" description="What the rule would raise now.">
      <div role="status" className="stack">
        <Found body={writableFields(alertRules, row) as AlertRule} />
      </div>
    </Card>
  )
}

function Found({ body }: { readonly body: AlertRule }) {
  const query = previewApi.usePreviewRuleQuery(body)
  const { currentData } = query
  if (currentData === undefined) return <PreviewPlaceholder query={query} />
  const { total, inhibited, subjects } = currentData
  const subject = subjectOf[body.kind]
  const nouns = subjectNouns(subject)
  return (
    <>
      <p>
        {total === 0
          ? `No ${nouns.one} ${body.forS === 0 ? 'meets the condition' : `has met the condition for ${durationWords(body.forS)}`}.`
          : `${counted(total, nouns)} ${total === 1 ? 'meets' : 'meet'} the condition.`}
        {inhibited > 0 && ` ${counted(inhibited, nouns)} behind an offline gateway ${inhibited === 1 ? 'is' : 'are'} skipped.`}
      </p>
      {subjects.length > 0 && (
        <p>
          <NameLinks rows={subjects} total={total} pathOf={(id) => subjectPath(subject, id)} />
        </p>
      )}
    </>
  )
}

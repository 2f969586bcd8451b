import { Time } from '../ui/text/Time'

/** "Last seen 3 minutes ago", "Never seen". */
export function LastSeen({ at }: { readonly at: string | null | undefined }) {
  if (at == null) return 'Never seen'
  return (
    <>
      Last seen <Time value={at} />
    </>
  )
}

import { useState } from 'react'
import { useGetAccountQuery } from '../../api/accountApi'
import { Alert } from '../../ui/overlay/Alert'
import { useDelayed } from './useDelayed'

/** Says that the page now belongs to another user, and to whom: the address is the same, but typed values are gone. */
export function TakenOver() {
  const [isRead, setRead] = useState(false)
  const { data, isLoading } = useGetAccountQuery()
  const isLate = useDelayed()
  // Without the name, and then with it, the alert would be announced twice: it waits for the name, but not long.
  if (isRead || (isLoading && !isLate)) return null
  return (
    <Alert
      role="alert"
      tone="warning"
      title="Someone else signed in in another tab"
      className="taken-over"
      onDismiss={() => setRead(true)}
    >
      {data !== undefined && `You are now working as ${data.fullname} (${data.email}). `}
      Unsaved input is kept in this tab for the user who typed it, and offered again after sign-in.
    </Alert>
  )
}

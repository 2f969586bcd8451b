import { useState } from 'react'
import { useGetAccountQuery } from '../../api/accountApi'
import { Alert } from '../../ui/Alert'

/** Tells that the page is somebody else's now, and whose: the address is the same, and what was typed is gone from it. */
export function TakenOver() {
  const [isRead, setRead] = useState(false)
  const { data } = useGetAccountQuery()
  if (isRead) return null
  return (
    <Alert
      role="alert"
      tone="warning"
      title="Somebody else signed in in another tab"
      className="taken-over"
      onDismiss={() => setRead(true)}
    >
      {data !== undefined && `You are now working as ${data.fullname} (${data.email}). `}
      What was typed here before is kept in this tab for the one who typed it, who is offered it after signing in again.
    </Alert>
  )
}

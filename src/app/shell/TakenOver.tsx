import { useState } from 'react'
import { useGetAccountQuery } from '../../api/accountApi'
import { Alert } from '../../ui/overlay/Alert'

/** Tells that the page is somebody else's now, and whose: the address is the same, and what was typed is gone from it. */
export function TakenOver() {
  const [isRead, setRead] = useState(false)
  const { data } = useGetAccountQuery()
  if (isRead) return null
  return (
    <Alert
      role="alert"
      tone="warning"
      title="Someone else signed in in another tab"
      className="taken-over"
      onDismiss={() => setRead(true)}
    >
      {data !== undefined && `You are now working as ${data.fullname} (${data.email}). `}
      What was typed here stays in this tab and is offered again to whoever typed it, once they sign in.
    </Alert>
  )
}

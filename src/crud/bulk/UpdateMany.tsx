import type { ComponentProps } from 'react'
import type { BulkSet } from '../../../machines/manyRowsMachine'
import { bulkCalls } from './bulkCalls'
import { ManyDialog } from './ManyDialog'
import { useRepeatable } from './sentCall'

interface UpdateManyProps extends Omit<ComponentProps<typeof ManyDialog>, 'send' | 'isUpdate'> {
  readonly set: BulkSet
}

/** Asks for confirmation, and sets the same values in all selected rows. */
export function UpdateMany({ set, ...dialog }: UpdateManyProps) {
  const send = useRepeatable(bulkCalls(dialog.resource).bulkUpdate.useMutation()[0])
  return <ManyDialog {...dialog} isUpdate send={(rows) => send({ ...rows, set })} />
}

import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { plants } from '../../contract/plants'
import { api } from '../../api/api'
import type { ApiDispatch } from '../../crud/model/reference'
import { ListActionMenu } from '../../crud/parts/ListAction'
import { MenuItem } from '../../ui/overlay/Menu'
import { BodyPortal } from '../../ui/layout/BodyPortal'
import { dialogOnDemand } from '../../ui/overlay/onDemand'

interface DialogProps {
  readonly onClose: () => void
}

const loadArea = () => import('./troubleshootArea')
const ImportDialog = dialogOnDemand(async () => {
  const [{ ImportDialog: Dialog }, { area }] = await Promise.all([import('../../crud/import/ImportDialog'), loadArea()])
  return ({ onClose }: DialogProps) => <Dialog area={area} onClose={onClose} />
})
const ExportDialog = dialogOnDemand(async () => {
  const [{ ExportDialog: Dialog }, { area, byPlant }] = await Promise.all([import('../../crud/export/ExportDialog'), loadArea()])
  return ({ onClose }: DialogProps) => (
    <Dialog area={area} query={byPlant} meta={undefined} selected={[]} filterWords="" onClose={onClose} />
  )
})

/** Import and export of all plants' troubleshoots as CSV. */
export function TroubleshootFiles() {
  const [opened, setOpened] = useState<'import' | 'export' | null>(null)
  const dispatch = useDispatch<ApiDispatch>()
  const leaveImport = () => {
    setOpened(null)
    // Plants have a count of their troubleshoots.
    dispatch(api.util.invalidateTags([{ type: plants.name, id: 'LIST' }]))
  }
  return (
    <>
      <ListActionMenu label="Troubleshoots of all plants">
        <MenuItem icon={Upload} onSelect={() => setOpened('import')}>
          Import troubleshoots…
        </MenuItem>
        <MenuItem icon={Download} onSelect={() => setOpened('export')}>
          Export troubleshoots…
        </MenuItem>
      </ListActionMenu>
      <BodyPortal>
        {opened === 'import' && <ImportDialog onClose={leaveImport} />}
        {opened === 'export' && <ExportDialog onClose={() => setOpened(null)} />}
      </BodyPortal>
    </>
  )
}

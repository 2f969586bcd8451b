import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { PAGE_SIZE_MAX } from '../../contract/list'
import { plants } from '../../contract/plants'
import { troubleshoots } from '../../contract/troubleshoots'
import { api } from '../../api/api'
import { declare, type AnyStandardArea } from '../../crud/model/declaration'
import type { ApiDispatch } from '../../crud/model/reference'
import { ListActionMenu } from '../../crud/parts/ListAction'
import { MenuItem } from '../../ui/overlay/Menu'
import { AtEnd } from '../../ui/layout/AtEnd'
import { dialogOnDemand } from '../../ui/overlay/onDemand'

const ExportDialog = dialogOnDemand(async () => (await import('../../crud/export/ExportDialog')).ExportDialog)
const ImportDialog = dialogOnDemand(async () => (await import('../../crud/import/ImportDialog')).ImportDialog)

/** Declaration of troubleshoots for import and export, where each row names its plant. They have no list or form of their own. */
const area: AnyStandardArea = {
  ...declare({
    resource: troubleshoots,
    columns: [],
    filters: [],
    sections: [],
    form: [],
    blank: { severity: 'medium' },
    example: {
      symptom: 'Yellow leaves',
      affectedPart: 'leaf',
      category: 'abiotic',
      cause: 'Too much water',
      'remedy.immediate': 'Let the soil dry out.',
      prevention: 'Water when the top of the soil is dry.',
    },
  }),
  slug: 'troubleshoots',
  title: 'Troubleshoots',
}
const byPlant = { page: 1, pageSize: PAGE_SIZE_MAX, sort: 'plantName,sortOrder', q: '', filter: {} }

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
      <AtEnd>
        {opened === 'import' && <ImportDialog area={area} onClose={leaveImport} />}
        {opened === 'export' && (
          <ExportDialog area={area} query={byPlant} meta={undefined} selected={[]} scope="" onClose={() => setOpened(null)} />
        )}
      </AtEnd>
    </>
  )
}

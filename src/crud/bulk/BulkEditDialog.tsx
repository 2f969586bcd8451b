import { useState } from 'react'
import type { AnyStandardArea, BulkDialogProps } from '../model/declaration'
import type { Values } from '../form/values'
import { ChooseStep } from './ChooseStep'
import { emptyValues, setOf } from './fields'
import { SetMany } from './SetMany'
import './bulk.css'

interface BulkEditDialogProps extends BulkDialogProps {
  readonly area: AnyStandardArea
}

/** Edits some fields of many rows: takes fields and values, previews the effect, saves, and reports the outcome row by row. */
export function BulkEditDialog({ area, ...bulk }: BulkEditDialogProps) {
  const [count, setCount] = useState(bulk.count)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState<Values>(() => emptyValues(area))
  const [set, setSet] = useState<Values | null>(null)
  if (set === null)
    return (
      <ChooseStep
        area={area}
        count={count}
        typed={typed}
        chosen={chosen}
        onChoose={(name, on) => setChosen((before) => toggled(before, name, on))}
        onSubmit={(values) => {
          setTyped(values)
          setSet(setOf(values, chosen))
        }}
        onClose={bulk.onClose}
      />
    )
  const onRecounted = (next: number) => {
    setCount(next)
    bulk.onRecounted(next)
  }
  return <SetMany {...bulk} area={area} count={count} set={set} onRecounted={onRecounted} onBack={() => setSet(null)} />
}

function toggled(before: ReadonlySet<string>, name: string, on: boolean): ReadonlySet<string> {
  return on ? new Set([...before, name]) : new Set([...before].filter((other) => other !== name))
}

import { describe, expect, it } from 'vitest'
import { blankRow, removedRows, sinceSave, valuesOf } from '../../src/areas/plants/troubleshootValues'
import { ago, troubleshootDraft } from '../support/rows/rows'

const plantId = '01890000-0000-7000-8000-00000000000a'
const row = (id: string, symptom: string, version: number) => {
  const time = ago(0).toISOString()
  const draft = troubleshootDraft(plantId, { symptom, cause: 'Dry air' })
  return { ...draft, id, version, sortOrder: 0, plantName: 'Fern', createdAt: time, updatedAt: time }
}
const fresh = (symptom: string) => ({ ...blankRow(plantId), symptom, cause: ' Dry air ' })

describe('troubleshoots that were changed during a save', () => {
  it('have the saved versions, wherever they were moved', () => {
    const { rows } = valuesOf([row('b', 'Two', 1), row('a', 'One', 1)])
    expect(sinceSave({ rows }, [row('a', 'One', 2), row('b', 'Two', 1)])).toMatchObject({
      rows: [
        { id: 'b', version: 1 },
        { id: 'a', version: 2 },
      ],
    })
  })

  it('have the id of the row that the save created', () => {
    expect(sinceSave({ rows: [fresh('One')] }, [row('a', 'One', 1)])).toMatchObject({ rows: [{ id: 'a', version: 1 }] })
  })

  it('are new where another symptom was typed, or a place was changed; the saved rows are then removed', () => {
    const saved = [row('a', 'One', 1), row('b', 'Two', 1), row('c', 'Three', 1)]
    const typed = sinceSave({ rows: [fresh('Two'), fresh('One'), fresh('Three, and more')] }, saved)
    expect(typed.rows.map((one) => one['id'])).toEqual(['', '', ''])
    expect(removedRows(valuesOf(saved), typed).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })
})

import { Button, Input } from 'antd'
import { useState } from 'react'
import type { ColumnDelta, SavedView } from './column-settings.ts'
import { Icon } from '../icons.tsx'
import { hasFilters, type ListState } from './list-state.ts'
import css from './table.module.css'

const MOST = 20
export interface SavedViewsProps {
  state: ListState
  delta: ColumnDelta
  onSave: (delta: ColumnDelta) => void
  onOpen: (view: SavedView) => void
}

/** Named filters and orders of a person, stored with the account. */
export default function SavedViewsPanel({ state, delta, onSave, onOpen }: SavedViewsProps) {
  const [name, setName] = useState('')
  const views = delta.views ?? []
  const narrowed = hasFilters(state) || state.sort !== null
  const put = (next: readonly SavedView[]) => onSave({ ...delta, views: next })
  const save = () => {
    const said = name.trim()
    if (!said || !narrowed) return
    put([...views.filter((v) => v.name !== said), { name: said, filters: { ...state.filters }, sort: state.sort }])
    setName('')
  }
  return (
    <div className={css.chooser}>
      {views.length === 0 && <p className={css.note}>把常用的筛选和排序存成视图，下次一点即用。</p>}
      <ul>
        {views.map((view) => (
          <li key={view.name}>
            <Button type="link" onClick={() => onOpen(view)}>
              {view.name}
            </Button>
            <Button
              type="text"
              size="small"
              icon={<Icon name="cross" />}
              aria-label={`删除视图 ${view.name}`}
              onClick={() => put(views.filter((v) => v !== view))}
            />
          </li>
        ))}
      </ul>
      {narrowed ? (
        <div className={css.toolGroup}>
          <Input
            value={name}
            maxLength={20}
            aria-label="视图名称"
            placeholder="给当前筛选起个名称"
            onChange={(e) => setName(e.target.value)}
            onPressEnter={save}
            style={{ flex: 1 }}
          />
          <Button
            type="primary"
            disabled={!name.trim() || (views.length >= MOST && !views.some((v) => v.name === name.trim()))}
            onClick={save}
          >
            保存
          </Button>
        </div>
      ) : (
        <p className={css.note}>先选好筛选条件或排序，再回到这里保存。</p>
      )}
    </div>
  )
}

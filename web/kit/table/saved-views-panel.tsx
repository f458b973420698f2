import { App, Button, Input } from 'antd'
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import type { SharedView } from '../../../contract/shared-view.ts'
import { toast } from '../../toast.ts'
import { useFieldOptions } from '../choose/use-options.ts'
import type { Field } from '../form/fields.ts'
import type { ColumnDelta, SavedView } from './column-settings.ts'
import { viewInWords } from './filter-words.ts'
import { hasFilters, type ListShape, type ListState } from './list-state.ts'
import { OwnViews } from './own-views.tsx'
import { SharedViews } from './shared-views.tsx'
import css from './table.module.css'
import { useSharedViews } from './use-shared-views.ts'

const ShareView = lazy(() => import('./share-view.client.tsx'))

const MOST = 20
const NAME_LENGTH = 20
export interface SavedViewsProps {
  /** name of the table */
  table: string
  shape: ListShape
  columns: readonly Pick<Field<never>, 'key' | 'label' | 'statuses' | 'sortable'>[]
  state: ListState
  delta: ColumnDelta
  onSave: (delta: ColumnDelta) => void
  onOpen: (view: Pick<SavedView, 'filters' | 'sort'>) => void
}

/** Named filters and orders: a person's own, stored with the account, and those shared with a role of the person (ADR 1008). */
export default function SavedViewsPanel({ table, shape, columns, state, delta, onSave, onOpen }: SavedViewsProps) {
  const [name, setName] = useState('')
  const { modal } = App.useApp()
  const [sharing, setSharing] = useState<SavedView | SharedView | null>(null)
  const shared = useSharedViews(table)
  const options = useFieldOptions(shape.criteria ?? [], (sharing ?? state).filters)
  const views = delta.views ?? []
  const narrowed = hasFilters(state) || state.sort !== null
  const put = (next: readonly SavedView[]) => onSave({ ...delta, views: next })
  const full = views.length >= MOST
  const save = () => {
    const said = name.trim()
    if (!said || !narrowed) return
    const isKnown = views.some((v) => v.name === said)
    if (full && !isKnown) return
    const keep = () => {
      put([...views.filter((v) => v.name !== said), { name: said, filters: { ...state.filters }, sort: state.sort }])
      setName('')
    }
    if (!isKnown) return keep()
    modal.confirm({
      title: `覆盖视图“${said}”？`,
      content: '已有同名的视图，覆盖后它原来的条件不能恢复。',
      okText: '覆盖',
      cancelText: '不覆盖',
      onOk: keep,
    })
  }
  const copy = ({ name: theirs, filters, sort }: SharedView) => {
    if (full) {
      toast.error(`我的视图最多 ${MOST} 个，请先删除不用的`)
      return
    }
    const taken = (one: string) => views.some((v) => v.name === one)
    let own = theirs
    for (let n = 2; taken(own); n++) own = `${theirs.slice(0, NAME_LENGTH - 4)}（${n}）`
    put([...views, { name: own, filters, sort }])
    toast.success(`已存为我的视图“${own}”`)
  }
  const box = useRef<HTMLDivElement>(null)
  // The panel stands at the end of the page; the keyboard comes into it when it opens.
  // Before the panel is shown, so that it takes the focus from nothing in it.
  useLayoutEffect(() => box.current?.focus({ preventScroll: true }), [])
  return (
    <div className={css.chooser} ref={box} tabIndex={-1}>
      {views.length === 0 && <p className={css.note}>把常用的筛选和排序存成视图，下次一点即用。</p>}
      <OwnViews views={views} full={full} onOpen={onOpen} onChange={put} {...(shared.roles.length > 0 ? { onShare: setSharing } : {})} />
      {narrowed && full && <p className={css.note}>已有 {MOST} 个，不能再增加：请先删除不用的，或用已有的名称覆盖。</p>}
      {narrowed ? (
        <div className={css.toolGroup}>
          <Input
            value={name}
            maxLength={NAME_LENGTH}
            aria-label="视图名称"
            placeholder="给当前筛选起个名称"
            onChange={(e) => setName(e.target.value)}
            onPressEnter={save}
            style={{ flex: 1 }}
          />
          <Button type="primary" disabled={!name.trim() || (full && !views.some((v) => v.name === name.trim()))} onClick={save}>
            保存
          </Button>
        </div>
      ) : (
        <p className={css.note}>先选好筛选条件或排序，再回到这里保存。</p>
      )}
      {shared.forStaff && (
        <section className={css.sharedViews}>
          <h3>角色共享的视图</h3>
          {shared.failed ? (
            <p className={css.note}>
              没有读到共享的视图。
              <Button type="link" size="small" onClick={shared.retry}>
                重试
              </Button>
            </p>
          ) : shared.list.length === 0 ? (
            <p className={css.note}>还没有。自己的视图可以共享给本人持有的角色。</p>
          ) : (
            <SharedViews list={shared.list} onOpen={onOpen} onCopy={copy} onChange={setSharing} onDone={shared.refresh} />
          )}
        </section>
      )}
      {sharing && (
        <Suspense>
          <ShareView
            table={table}
            view={sharing}
            now={narrowed ? { filters: state.filters, sort: state.sort } : null}
            roles={shared.roles}
            inWords={(view) => viewInWords(view, shape, columns, options)}
            onClose={() => setSharing(null)}
            onDone={shared.refresh}
          />
        </Suspense>
      )}
    </div>
  )
}

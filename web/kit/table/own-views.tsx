import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../icons.tsx'
import type { SavedView } from './column-settings.ts'
import css from './table.module.css'

const ViewNameForm = lazy(() => import('./view-name-form.client.tsx'))

/** A view that was just deleted, and its place. */
interface Removed {
  view: SavedView
  place: number
}
interface Props {
  views: readonly SavedView[]
  /** there are as many as may be kept */
  full: boolean
  onOpen: (view: SavedView) => void
  /** when the person has a role to share with */
  onShare?: (view: SavedView) => void
  onChange: (views: readonly SavedView[]) => void
}

/** The person's own views, with other names if wished; a deleted one can be brought back while the panel is open. */
export function OwnViews({ views, full, onOpen, onShare, onChange }: Props) {
  const [removed, setRemoved] = useState<Removed | null>(null)
  const [renaming, setRenaming] = useState<SavedView | null>(null)
  /** the view at whose button the keyboard was before its name was changed */
  const [returned, setReturned] = useState('')
  const leave = (name: string) => {
    setRenaming(null)
    setReturned(name)
  }
  const remove = (view: SavedView) => {
    setRemoved({ view, place: views.indexOf(view) })
    onChange(views.filter((v) => v !== view))
  }
  const bringBack = ({ view, place }: Removed) => {
    setRemoved(null)
    onChange(views.toSpliced(place, 0, view))
  }
  return (
    <>
      <ul>
        {views.map((view) =>
          view === renaming ? (
            <li key={view.name}>
              <Suspense fallback={view.name}>
                <ViewNameForm
                  name={view.name}
                  others={views.filter((v) => v !== view).map((v) => v.name)}
                  onCancel={() => leave(view.name)}
                  onSave={(name) => {
                    if (name !== view.name) onChange(views.map((v) => (v === view ? { ...v, name } : v)))
                    leave(name)
                  }}
                />
              </Suspense>
            </li>
          ) : (
            <li key={view.name}>
              <Button type="link" className={css.viewName!} onClick={() => onOpen(view)}>
                {view.name}
              </Button>
              <span className={css.viewTools}>
                {onShare && (
                  <Button type="text" size="small" aria-label={`共享视图 ${view.name}`} onClick={() => onShare(view)}>
                    共享
                  </Button>
                )}
                <Button
                  type="text"
                  size="small"
                  // oxlint-disable-next-line jsx-a11y/no-autofocus -- the keyboard returns to where it came from
                  autoFocus={view.name === returned}
                  aria-label={`改名：视图 ${view.name}`}
                  onClick={() => setRenaming(view)}
                >
                  改名
                </Button>
                <Button
                  type="text"
                  size="small"
                  icon={<Icon name="cross" />}
                  aria-label={`删除视图 ${view.name}`}
                  onClick={() => remove(view)}
                />
              </span>
            </li>
          ),
        )}
      </ul>
      {removed && !full && !views.some((v) => v.name === removed.view.name) && (
        <p className={css.note} role="status">
          已删除“{removed.view.name}”。
          <Button type="link" size="small" onClick={() => bringBack(removed)}>
            撤销
          </Button>
        </p>
      )}
    </>
  )
}

import { App, Button } from 'antd'
import { messages } from '../../../contract/messages.ts'
import { sharedViews, type SharedView } from '../../../contract/shared-view.ts'
import { call } from '../../api.ts'
import { toast } from '../../toast.ts'
import { useViewOnly } from '../view-only.tsx'
import css from './table.module.css'

interface Props {
  list: readonly SharedView[]
  onOpen: (view: SharedView) => void
  onCopy: (view: SharedView) => void
  onChange: (view: SharedView) => void
  /** after a view was withdrawn */
  onDone: () => Promise<unknown>
}

/** 角色共享的视图: opened by everybody who holds the role, changed and withdrawn by whom the server allows. */
export function SharedViews({ list, onOpen, onCopy, onChange, onDone }: Props) {
  const withdraw = useWithdraw(onDone)
  const viewOnly = useViewOnly()
  return (
    <ul aria-label="角色共享的视图">
      {list.map((view) => (
        <li key={view.id} className={css.sharedView}>
          <Button type="link" onClick={() => onOpen(view)}>
            {view.name}
          </Button>
          <span className={css.note}>{`${view.role} · ${sharedBy(view)}`}</span>
          <span className={css.actions}>
            <Button type="link" size="small" aria-label={`存为我的：${view.name}`} onClick={() => onCopy(view)}>
              存为我的
            </Button>
            {view.mayChange && (
              <Button type="link" size="small" aria-label={`修改：${view.name}`} onClick={() => onChange(view)}>
                修改
              </Button>
            )}
            {view.mayWithdraw && (
              <Button
                type="link"
                size="small"
                danger
                disabled={viewOnly !== null}
                aria-label={`撤回：${view.name}`}
                onClick={() => withdraw(view)}
              >
                撤回
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Who shared a view, as the list says it. */
export const sharedBy = ({ sharedBy: name, away }: Pick<SharedView, 'sharedBy' | 'away'>): string =>
  name ? `${name}共享${away ? '（账号已停用）' : ''}` : '共享的人账号已注销'

/** Withdraws a shared view after a question that says whom it concerns. */
export function useWithdraw(onDone: () => Promise<unknown>): (view: SharedView) => void {
  const { modal } = App.useApp()
  return (view) =>
    void modal.confirm({
      title: `撤回共享的视图“${view.name}”？`,
      content: `持有“${view.role}”角色的人不再看到它；已经存为自己的不受影响。`,
      okText: '撤回',
      cancelText: messages.cancel,
      okButtonProps: { danger: true },
      onOk: async () => {
        await call(sharedViews.withdraw, { body: { id: view.id, version: view.version } })
          .then(() => toast.success('已撤回'))
          // The shared client has shown the refusal; the list may have changed.
          .catch(() => undefined)
        await onDone()
      },
    })
}

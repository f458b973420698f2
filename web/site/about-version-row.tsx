import { App, Button } from 'antd'
import { aboutUs, type AboutVersion } from '../../contract/site/about.ts'
import { ApiError, call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { useSubmit } from '../kit/form/use-submit.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { toast } from '../toast.ts'
import css from './site.module.css'

const standings = {
  current: { label: '正在显示', tone: 'done' },
  waiting: { label: '等待发布', tone: 'waiting' },
  missed: { label: '未执行', tone: 'refused' },
  cancelled: { label: '已取消', tone: 'off' },
  past: { label: '以前的', tone: 'off' },
} as const

interface Props {
  version: AboutVersion
  /** the version that visitors saw when the list was read; null: none */
  shownId: number | null
  /** the version that the list shows as waiting for its time; 0: none */
  waitingId: number
  onRead(): void
  /** compares it with the version that is shown */
  onCompare(): void
  /** the next version begins with its text */
  onBegin(): Promise<unknown>
  onDone(): Promise<unknown>
}
/** One version: read, compared, cancelled before its time, published again, or taken as the beginning of the next one. */
export function AboutVersionRow({ version: v, shownId, waitingId, onRead, onCompare, onBegin, onDone }: Props) {
  const { modal } = App.useApp()
  const isWaiting = v.standing === 'waiting'
  const { busy, failure, run } = useSubmit(async () => {
    try {
      const standing = isWaiting ? 'waiting' : 'past'
      await call(aboutUs.rollback, { body: { id: v.id, standing, basedOn: shownId, waiting: waitingId } }, { silent: true })
    } catch (error) {
      if (!(error instanceof ApiError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND'))) throw error
      // The list then shows another state than it had, so the row itself may stand elsewhere.
      toast.error(error.message)
      return void (await onDone())
    }
    toast.success(isWaiting ? '已取消' : '已发布')
    await onDone()
  })
  const what = `${localMinute(v.publishTime)}（${v.authorName}）`
  const questions = isWaiting
    ? {
        title: `取消定于 ${what} 的发布？`,
        content: '到时不再发布。内容留在“版本”里，可以查看、比较，也可以放进表单另行定时。',
        okText: '取消发布',
        cancelText: '不取消',
      }
    : { title: `发布 ${what} 的这一版？`, content: '“关于我们”立即显示它的内容，作为新的一版。', okText: '发布', cancelText: '不发布' }
  const begin = () =>
    modal.confirm({
      title: '把这一版放进表单？',
      content: '表单里现在的内容换成这一版的内容；可以先修改再发布。填过的留作草稿，发布或定时以前可以继续填写。',
      okText: '放进表单',
      cancelText: '不放',
      onOk: onBegin,
    })
  const { label, tone } = standings[v.standing]
  return (
    <li>
      <StatusTag tone={tone}>{label}</StatusTag> <span className="num">{localMinute(v.publishTime)}</span> {v.authorName}{' '}
      <Button size="small" onClick={onRead}>
        查看
      </Button>
      {shownId !== null && shownId !== v.id && (
        <Button size="small" onClick={onCompare}>
          与正在显示的比较
        </Button>
      )}
      {v.standing !== 'current' && (
        <>
          <Button size="small" loading={busy} onClick={() => void modal.confirm({ ...questions, onOk: run })}>
            {isWaiting ? '取消发布' : '恢复这一版'}
          </Button>
          <Button size="small" onClick={begin}>
            放进表单
          </Button>
        </>
      )}
      {v.fault && <p className={css.note}>{isWaiting ? `到时将不会发布：${v.fault}` : `没有发布：${v.fault}`}</p>}
      {failure && <p role="alert">{failure.message}</p>}
    </li>
  )
}

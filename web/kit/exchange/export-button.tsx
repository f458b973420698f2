import { Button, Modal, Radio } from 'antd'
import { useContext, useState, type ReactNode } from 'react'
import type { ExportScope } from '../../../contract/files.ts'
import { beginExport } from './export-jobs.ts'
import type { ExportSource } from './export-source.ts'
import css from './export.module.css'
import { readFailure } from '../failure.ts'
import { Icon } from '../icons.tsx'
import { ShownColumns } from '../table/shown-columns.ts'
import { showNumber } from '../form/values.ts'
import { useOffered } from '../view-only.tsx'
import { useLoggedInAgain } from '../form/shown-failure.ts'

type Choice = 'shown' | 'usual' | 'all'

/** Exports a list: shows the number of rows and asks for the columns; then the export runs in the background (ExportTray). */
export function ExportButton({ title, source, children = '导出' }: { title: string; source: ExportSource; children?: ReactNode }) {
  const shown = useContext(ShownColumns)
  const offered = useOffered()
  const [open, setOpen] = useState(false)
  const [scope, setScope] = useState<ExportScope | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  useLoggedInAgain(() => setWrong(null))
  const [choice, setChoice] = useState<Choice>('shown')

  const ask = async () => {
    setOpen(true)
    setScope(null)
    setWrong(null)
    try {
      setScope(await source.scope())
    } catch (error) {
      setWrong(readFailure(error).message)
    }
  }
  const sets = scope ? columnSets(scope, shown) : []
  const chosen = sets.find((one) => one.value === choice) ?? sets[0]
  const tooMany = scope !== null && scope.total > scope.limit
  const begin = () => {
    setOpen(false)
    void beginExport(title, source, chosen!.keys)
  }
  return (
    <>
      <Button icon={<Icon name="download" />} onClick={() => void ask()} {...offered}>
        {children}
      </Button>
      <Modal
        title={title}
        open={open}
        onCancel={() => setOpen(false)}
        onOk={begin}
        okText="开始导出"
        cancelText="取消"
        okButtonProps={{ disabled: !chosen || tooMany || scope?.total === 0 }}
        destroyOnHidden
      >
        {wrong !== null && (
          <p role="alert" className={css.wrong}>
            {wrong}{' '}
            <Button size="small" onClick={() => void ask()}>
              重试
            </Button>
          </p>
        )}
        {!scope && wrong === null && <p role="status">正在统计…</p>}
        {scope && (
          <>
            <p role={tooMany ? 'alert' : 'status'} className={tooMany ? css.wrong : undefined}>
              {scope.total === 0
                ? '没有符合当前条件的数据'
                : tooMany
                  ? `符合当前条件的有 ${showNumber(scope.total)} 行，一次最多导出 ${showNumber(scope.limit)} 行，请缩小范围`
                  : `导出符合当前条件的 ${showNumber(scope.total)} 行（一次最多 ${showNumber(scope.limit)} 行）`}
            </p>
            {sets.length > 1 && (
              <Radio.Group
                aria-label="导出哪些列"
                className={css.choice!}
                value={chosen?.value}
                onChange={(e) => setChoice(e.target.value as Choice)}
                options={sets.map(({ value, label, keys }) => ({ value, label: `${label}（${keys.length} 列）` }))}
              />
            )}
            <p className={css.note}>导出在后台进行，可以继续做别的事；文件在“我的导出”中保留 7 天。</p>
          </>
        )}
      </Modal>
    </>
  )
}

/** The column sets to choose from: those of the table in its order, the usual ones, all. Equal sets are offered once. */
function columnSets({ columns }: ExportScope, shown: readonly { key: string; label: string }[] | null) {
  const ofTable = (shown ?? []).flatMap(({ key, label }) => columns.find((c) => c.key === key || c.title === label)?.key ?? [])
  const sets: { value: Choice; label: string; keys: string[] }[] = [
    { value: 'shown', label: '显示的列', keys: [...new Set(ofTable)] },
    { value: 'usual', label: '常用的列', keys: columns.filter((c) => c.usual).map((c) => c.key) },
    { value: 'all', label: '全部列', keys: columns.map((c) => c.key) },
  ]
  return sets.filter(({ value, keys }) => keys.length > 0 && (value !== 'usual' || keys.length < columns.length))
}

import { Alert, Button, Progress, Table } from 'antd'
import type { ImportState } from '../../../contract/imports.ts'
import { taskStates } from '../../../contract/task-states.ts'
import { saveBlob } from '../../api.ts'
import { Icon } from '../icons.tsx'
import css from './import-job.module.css'
import { storedFile } from '../upload/stored-file.ts'
import { showNumber } from '../form/values.ts'

const { running, done, stopped: ended } = taskStates.code

/** What a stopped import has written, and what happens to the rest. */
const stopped = ({ total, successCount, failCount, addedCount, changedCount, sameCount }: ImportState, names: readonly string[]) =>
  successCount === 0
    ? '导入已中止，没有写入任何数据'
    : `导入已中止：共 ${showNumber(total ?? 0)} 行，已${names[0]} ${showNumber(addedCount)}，${names[1]} ${showNumber(changedCount)}，${names[2]} ${showNumber(sameCount)}，有误 ${showNumber(failCount)}，其余 ${showNumber((total ?? 0) - successCount - failCount)} 行没有写入。再次导入同一文件会接着完成，不会重复。`

/**
 * Progress and result of an import: counts, wrong rows with row and column, and the sheet of failed rows. `names`: the words for added,
 * changed and unchanged rows.
 */
export function ImportOutcome({
  state,
  names = ['新增', '更新', '无变化'],
}: {
  state: ImportState
  names?: readonly [string, string, string]
}) {
  if (state.status === running)
    return (
      <div role="status" className={css.outcome}>
        <Progress percent={state.percent} status="active" aria-label="导入进度" />
        {state.message ?? '等待处理'} {state.done > 0 && `已处理 ${showNumber(state.done)} 行`}
      </div>
    )
  if (state.status === ended)
    return <Alert className={css.outcome!} type="warning" title={state.dryRun ? '校验已中止，尚未写入' : stopped(state, names)} />
  if (state.status !== done) return <Alert className={css.outcome!} type="error" title={state.message ?? '导入失败，请稍后重试'} />
  const parts = `${names[0]} ${showNumber(state.addedCount)}，${names[1]} ${showNumber(state.changedCount)}，${names[2]} ${showNumber(state.sameCount)}，有误 ${showNumber(state.failCount)}`
  const head = state.dryRun
    ? state.failCount === 0
      ? '校验通过，尚未写入'
      : '校验完成，尚未写入'
    : state.successCount === 0 && state.failCount > 0
      ? '没有写入任何数据'
      : '导入完成'
  return (
    <div className={css.outcome} role="status">
      <Alert type={state.failCount > 0 ? 'warning' : 'success'} title={`${head}：共 ${showNumber(state.done)} 行，${parts}`} />
      {state.failedFile && (
        <Button
          className={css.failed!}
          icon={<Icon name="download" />}
          onClick={() => void storedFile(state.failedFile!.filePath).then(saveBlob, () => {})}
        >
          下载失败行（{showNumber(state.failCount)} 行）
        </Button>
      )}
      {state.errors.length > 0 && (
        <Table
          size="small"
          rowKey={(r) => `${r.row}-${r.column}-${r.message}`}
          pagination={{ pageSize: 5, showSizeChanger: false, hideOnSinglePage: true }}
          dataSource={[...state.errors].toSorted((a, b) => a.row - b.row)}
          columns={[
            { title: '行', dataIndex: 'row', width: 56 },
            { title: '列', dataIndex: 'column', width: '32%', render: (column: string) => column || '整行' },
            { title: '原因', dataIndex: 'message' },
          ]}
        />
      )}
      {state.dryRun && state.changes.length > 0 && (
        <section className={css.changes} aria-label="更新的内容">
          <h4>更新的内容</h4>
          <ul>
            {state.changes.map(({ row, words }) => (
              <li key={row}>
                第 {row} 行　{words}
              </li>
            ))}
          </ul>
          {state.changedCount > state.changes.length && (
            <p>
              共 {showNumber(state.changedCount)} 行，列出前 {state.changes.length} 行。
            </p>
          )}
        </section>
      )}
      {state.errorCount > state.errors.length && <p>共 {showNumber(state.errorCount)} 处有误，仅列出前 500 处；全部见失败行文件。</p>}
    </div>
  )
}

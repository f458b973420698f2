import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { accountData, CLOSE_AFTER_DAYS, CLOSE_WORD, type MyData, type MyDataKind } from '../../../contract/account-data.ts'
import { USER_TYPE_OPERATOR } from '../../../contract/constants.ts'
import { call, saveBlob } from '../../api.ts'
import { WordsDialog } from '../../kit/dialog/words-dialog.tsx'
import { localMinute } from '../../kit/date/local-time.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { nudged } from '../../live.ts'
import { useUser } from '../../session.ts'
import { ask } from '../../shell/confirm.tsx'
import { toast } from '../../toast.ts'
import { storedFile } from '../../kit/upload/stored-file.ts'
import css from './account.module.css'
import { MyRows } from './my-rows.client.tsx'
import { OpenMatters } from './open-matters.tsx'

const KEY = ['account', 'data']
const POLL_MS = 1500
const isMaking = (copy: MyData['copy']) => copy?.state === 'queued' || copy?.state === 'running'

/** 我的数据 (P-04): view, export, correct and delete one's own data, and close the account. */
export function MyDataPanel() {
  const user = useUser()
  const queries = useQueryClient()
  const query = useQuery({ queryKey: KEY, queryFn: () => call(accountData.find, { query: {} }, { silent: true }), retry: false })
  const refresh = () => queries.invalidateQueries({ queryKey: KEY })
  const [shown, setShown] = useState<MyDataKind | null>(null)
  const [closing, setClosing] = useState(false)
  const making = isMaking(query.data?.copy ?? null) ? query.data!.copy!.taskId : null
  const done = query.data?.copy?.done
  useEffect(() => {
    if (making) return nudged('task', making, POLL_MS, () => void queries.invalidateQueries({ queryKey: KEY }))
    return undefined
  }, [making, done, query.dataUpdatedAt, queries])

  const erase = async (kind: MyDataKind) => {
    const answer = await ask({ title: `删除“${kind.title}”？`, text: `将删除 ${kind.count} 条，删除后不能恢复。`, confirm: '删除' })
    if (answer !== 'confirm') return
    const { erased } = await call(accountData.erase, { body: { key: kind.key } })
    toast.success(`已删除 ${erased} 条`)
    await refresh()
  }
  return (
    <section className={css.panel} aria-labelledby="account-data">
      <h2 id="account-data">我的数据</h2>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <p role="status">正在加载…</p>
      ) : (
        <>
          <p className="meta">
            平台保存的与您本人有关的数据。内容有误时，在提交它的页面更正；
            {user?.type === USER_TYPE_OPERATOR
              ? '姓名和部门由系统管理员登记，请联系系统管理员更正。'
              : '姓名和统一登录账号来自登录平台，请在那里更正。'}
          </p>
          <Kinds kinds={query.data.kinds} onShow={setShown} onErase={(kind) => void erase(kind)} />
          <Copy
            copy={query.data.copy}
            onStart={async () => {
              await call(accountData.copy, { body: {} }).then(refresh, () => undefined)
            }}
          />
          <Closing
            data={query.data}
            onClose={() => setClosing(true)}
            onKeep={async () => {
              await call(accountData.keepOpen, { body: {} })
              toast.success('已撤回，账号照常使用')
              await refresh()
            }}
          />
        </>
      )}
      {shown && <MyRows kind={shown} onClose={() => setShown(null)} />}
      {closing && (
        <WordsDialog
          title="注销账号"
          note={
            <>
              <p>
                {CLOSE_AFTER_DAYS}{' '}
                天后账号和可删除的数据一并删除，不能恢复；依法须保存的咨询、诉求等记录去掉姓名和联系方式后保存。企业的申报、补贴和档案属于企业，连同其中填写的联系人一并由企业保留。期间登录可以撤回。
              </p>
              <OpenMatters open={query.data?.open ?? []} />
            </>
          }
          label={`请输入“${CLOSE_WORD}”确认`}
          empty={`请输入“${CLOSE_WORD}”`}
          maxLength={4}
          okText="申请注销"
          danger
          onClose={() => setClosing(false)}
          onSend={async (word) => {
            const { dueOn } = await call(accountData.close, { body: { word: word as typeof CLOSE_WORD } }, { silent: true })
            toast.success(`账号将于 ${dueOn} 注销`)
            setClosing(false)
            await refresh()
          }}
        />
      )}
    </section>
  )
}

function Kinds({
  kinds,
  onShow,
  onErase,
}: {
  kinds: readonly MyDataKind[]
  onShow(kind: MyDataKind): void
  onErase(kind: MyDataKind): void
}) {
  return (
    <ul className={css.kinds}>
      {kinds.map((kind) => (
        <li key={kind.key}>
          <span className={css.kind}>
            <strong>{kind.title}</strong>
            <span className="num">{`${kind.count} 条`}</span>
            <span className="meta">{kind.kept || '注销时删除，也可以现在删除'}</span>
          </span>
          <span className={css.acts}>
            <button type="button" className="btn btn-small" onClick={() => onShow(kind)} aria-label={`查看${kind.title}`}>
              查看
            </button>
            {kind.erasable && (
              <button type="button" className="btn btn-small" onClick={() => onErase(kind)} aria-label={`删除${kind.title}`}>
                删除
              </button>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Copy({ copy, onStart }: { copy: MyData['copy']; onStart(): Promise<void> }) {
  const making = isMaking(copy)
  return (
    <div className={css.part}>
      <p>
        下载全部数据：一个压缩包，内有 data.json、各类数据的表格和您上传的文件，保留 7 天。
        {copy?.state === 'failed' && <span role="alert"> 上次没有生成，请重试。</span>}
      </p>
      <div className={css.buttons}>
        {copy?.filePath && copy.fileName && (
          <button type="button" className="btn btn-small" onClick={() => void storedFile(copy.filePath!).then(saveBlob, () => {})}>
            {`下载（${localMinute(copy.createTime)} 生成）`}
          </button>
        )}
        <button type="button" className="btn btn-small" disabled={making} onClick={() => void onStart()}>
          {copy?.filePath ? '重新生成' : '生成副本'}
        </button>
        {making && <span role="status">{copy!.total ? `正在生成 ${copy!.done} / ${copy!.total}` : '正在排队…'}</span>}
      </div>
    </div>
  )
}

function Closing({ data, onClose, onKeep }: { data: MyData; onClose(): void; onKeep(): Promise<void> }) {
  return (
    <div className={css.part}>
      {data.closing ? (
        <>
          <p role="alert">{`已申请注销，账号将于 ${data.closing.dueOn} 注销。`}</p>
          <OpenMatters open={data.open} />
          <button type="button" className="btn btn-small" onClick={() => void onKeep()}>
            撤回注销
          </button>
        </>
      ) : data.closeElsewhere ? (
        <p className="meta">{`注销账号：${data.closeElsewhere}。`}</p>
      ) : (
        <>
          <p>{`不再使用本平台时可以注销账号，申请 ${CLOSE_AFTER_DAYS} 天后生效。`}</p>
          <button type="button" className="btn btn-small" onClick={onClose}>
            注销账号
          </button>
        </>
      )}
    </div>
  )
}

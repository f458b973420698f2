import { useQuery } from '@tanstack/react-query'
import { Alert, Modal, Select, Spin } from 'antd'
import { useState } from 'react'
import { users, type HandOverList, type Taker, type UserRow } from '../../../contract/identity/users.ts'
import { call } from '../../api.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { useCloseQuestion } from '../../kit/dialog/use-close-question.ts'
import { useSubmit } from '../../kit/form/use-submit.ts'
import css from './user-leaves.module.css'

interface Props {
  user: UserRow
  /**
   * true: the user changes office, and tasks that nobody takes over stay with the user; false: the account is disabled, and every task
   * needs somebody to take it over
   */
  moves?: boolean
  send(takers: Taker[]): Promise<unknown>
  onClose(): void
  onDone(): Promise<unknown>
}

/** The open tasks of a user who leaves or changes office, and who takes them over. */
export function UserLeaves({ user, moves = false, send, onClose, onDone }: Props) {
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({})
  const read = useQuery({
    queryKey: ['hand-over', user.id],
    queryFn: () => call(users.handOver, { query: { id: user.id } }, { silent: true }),
    retry: false,
    gcTime: 0,
  })
  const { busy, failure, run, mended } = useSubmit(() => send(Object.entries(chosen).map(([kind, userId]) => ({ kind, userId }))))
  const close = useCloseQuestion(onClose)
  const items = read.data?.items ?? []
  const complete =
    read.data !== undefined && (moves || items.every(({ kind, otherwise }) => otherwise !== null || chosen[kind] !== undefined))
  const confirm = async () => {
    if (!(await run())) return
    onClose()
    await onDone()
  }
  return (
    <Modal
      open
      title={moves ? `“${user.name}”调换部门` : `停用“${user.name}”？`}
      okText={moves ? '保存' : '停用'}
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ danger: !moves, disabled: !complete }}
      onCancel={() => close(Object.keys(chosen).length > 0)}
      onOk={() => void confirm()}
    >
      {!moves && <p>该账号的登录随即结束，不能再登录；办理记录保留。</p>}
      {read.isError ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : !read.data ? (
        <Spin />
      ) : (
        <>
          {items.length > 0 && (
            <p className="meta">
              {moves ? '以下各项没有选择接手人的，由本人继续办理。' : '以下各项在等本人办理，请选择接手人，对方会收到消息。'}
            </p>
          )}
          {items.map((item) => (
            <Item
              key={item.kind}
              item={item}
              moves={moves}
              value={chosen[item.kind]}
              onChange={(userId) => {
                mended()
                setChosen(({ [item.kind]: _, ...rest }) => (userId === undefined ? rest : { ...rest, [item.kind]: userId }))
              }}
            />
          ))}
          {read.data.alone.length > 0 && (
            <Alert
              type="warning"
              showIcon
              title={`${user.officeName ?? '未分配部门的人员中'}再没有别人持有：${read.data.alone.join('、')}。`}
              description="需要时请先由安全管理员授予一位同事。"
            />
          )}
        </>
      )}
      {failure && <Alert type="error" showIcon title={failure.message} />}
    </Modal>
  )
}

interface ItemProps {
  item: HandOverList['items'][number]
  moves: boolean
  value: number | undefined
  onChange(userId: number | undefined): void
}
function Item({ item, moves, value, onChange }: ItemProps) {
  const label = `${item.title}（${item.count} 件）`
  return (
    <div className={css.item}>
      <label htmlFor={`taker-${item.kind}`}>{label}</label>
      {item.takers.length === 0 ? (
        item.otherwise === null && <p className={css.fault}>没有其他人可以接手，请先由安全管理员授予一位同事权限。</p>
      ) : (
        <Select<number>
          id={`taker-${item.kind}`}
          showSearch={{ optionFilterProp: 'label' }}
          allowClear
          placeholder="请选择接手人"
          value={value ?? null}
          options={item.takers.map((one) => ({ value: one.id, label: one.officeName ? `${one.name}（${one.officeName}）` : one.name }))}
          onChange={(userId: number | undefined) => onChange(userId)}
        />
      )}
      {item.otherwise !== null && !moves && (
        <p className={`meta ${css.otherwise}`}>
          {item.takers.length === 0 ? '没有其他人可以接手，' : '没有选择的，'}
          {item.otherwise}。
        </p>
      )}
    </div>
  )
}

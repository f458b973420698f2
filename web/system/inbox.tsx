import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { notice, type Notice } from '../../contract/notice.ts'
import { noticeKindKeys, noticeKinds } from '../../contract/notice-kinds.ts'
import { call } from '../api.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import css from './inbox.module.css'
import { clock } from './notice-time.ts'
import { NoticeSetting } from './notice-setting.tsx'
import { refreshUnread } from './unread.ts'

const LIST = 'notice'

function Told({ row }: { row: Notice }) {
  const refresh = useRefreshList(LIST)
  const opened = () => {
    if (row.read) return
    void call(notice.read, { body: { ids: [row.id] } }, { silent: true }).then(
      () => Promise.all([refresh(), refreshUnread()]),
      () => {},
    )
  }
  return (
    <div className={css.told}>
      <strong data-unread={row.read ? undefined : ''}>
        {row.link ? (
          <Link to={row.link} onClick={opened}>
            {row.title}
          </Link>
        ) : (
          row.title
        )}
      </strong>
      {row.body && <p>{row.body}</p>}
    </div>
  )
}

const fields = fieldsOf(
  notice.list,
  { key: 'title', label: '消息', on: ['table'], width: 560, card: 'title', show: (row) => <Told row={row} /> },
  {
    key: 'kind',
    label: '类型',
    kind: 'select',
    options: noticeKindKeys.map((value) => ({ value, label: noticeKinds[value] })),
    on: ['search', 'table'],
    width: 110,
    show: (row) => row.kindName,
  },
  {
    key: 'read',
    searchKey: 'unread',
    label: '状态',
    kind: 'select',
    options: [{ value: 'true', label: '只看未读' }],
    on: ['search', 'table'],
    width: 90,
    show: (row) => (row.read ? '已读' : <StatusTag tone="waiting">未读</StatusTag>),
  },
  { key: 'createTime', label: '时间', on: ['table'], width: 130, show: (row) => <span className="num">{clock(row.createTime)}</span> },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 消息中心: all notices of the user, marking them as read, and the choice of notices that are also sent as text messages. */
export default function Inbox() {
  const client = useQueryClient()
  const refresh = useRefreshList(LIST)
  const [asking, setAsking] = useState(false)
  const [newest, setNewest] = useState(0)
  const reload = () => Promise.all([refresh(), refreshUnread(), client.invalidateQueries({ queryKey: ['notice'] })])
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        fields={fields}
        shape={shape}
        endpoint={notice.list}
        onAnswer={({ list }) => setNewest((before) => Math.max(before, ...list.map((n) => n.id)))}
        tools={
          <>
            <Button
              disabled={newest === 0}
              onClick={async () => {
                await call(notice.readAll, { body: { upTo: newest } })
                await reload()
              }}
            >
              全部标为已读
            </Button>
            <Button onClick={() => setAsking(true)}>消息设置</Button>
          </>
        }
        actions={[
          {
            label: '标为已读',
            when: (row) => !row.read,
            run: async (row) => {
              await call(notice.read, { body: { ids: [row.id] } })
              await reload()
            },
          },
        ]}
        first="申报、咨询和关注的政策有变化时，会在这里告诉您。"
      />
      {asking && <NoticeSetting onClose={() => setAsking(false)} />}
    </>
  )
}

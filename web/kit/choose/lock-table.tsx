import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { ScrollingTable } from '../table/scrolling-table.tsx'
import { useState } from 'react'
import { messages } from '../../../contract/messages.ts'
import { companyTag, type TagMember } from '../../../contract/tag.ts'
import { call } from '../../api.ts'
import { ErrorState } from '../table/table-states.tsx'
import { withPage, type Locked } from './lock-choice.ts'
import css from './lock-enterprises.module.css'

const PAGE_SIZE = 10
export type PersonColumns = 'legalPerson' | 'contactPerson'
const columnsOf = {
  legalPerson: [
    { title: '法定代表人', dataIndex: 'legalPerson', width: 120 },
    { title: '法定代表人手机', dataIndex: 'legalPersonPhone', width: 150 },
  ],
  contactPerson: [
    { title: '联系人', dataIndex: 'contactPerson', width: 120 },
    { title: '联系电话', dataIndex: 'contactPhone', width: 150 },
  ],
} as const

interface Props {
  tagId: number
  tagName: string
  persons: PersonColumns
  locked: Locked
  onChange: (locked: Locked) => void
}

/** The companies with one tag, to be ticked page by page. */
export function LockTable({ tagId, tagName, persons, locked, onChange }: Props) {
  const [page, setPage] = useState(1)
  const [keyword, setKeyword] = useState('')
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['tag', 'members', tagId, keyword, page],
    queryFn: () =>
      call(companyTag.listCompany, { query: { tagId, page, pageSize: PAGE_SIZE, ...(keyword ? { keyword } : {}) } }, { silent: true }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  const rows = data?.list ?? []
  return (
    <>
      <Input.Search
        className={css.search!}
        placeholder="企业名称或完整信用代码"
        aria-label={`在“${tagName}”中查找企业`}
        allowClear
        maxLength={64}
        onSearch={(text) => {
          setKeyword(text.trim())
          setPage(1)
        }}
      />
      <ScrollingTable<TagMember>
        size="small"
        rowKey="id"
        dataSource={rows}
        loading={isFetching}
        scroll={{ x: 560 }}
        locale={{ emptyText: keyword ? '没有符合条件的企业' : '还没有企业挂有这个标签' }}
        columns={[
          { title: '企业名称', dataIndex: 'companyName' },
          ...columnsOf[persons].map((c) => ({ ...c, render: (text: string | null) => text ?? messages.none })),
        ]}
        rowSelection={{
          selectedRowKeys: rows.filter((r) => locked.has(r.id)).map((r) => r.id),
          onChange: (keys) => onChange(withPage(locked, rows, keys as number[])),
          getCheckboxProps: (r) => ({ 'aria-label': `选择${r.companyName}` }),
          columnWidth: 44,
        }}
        pagination={{
          current: page,
          pageSize: PAGE_SIZE,
          total: data?.total ?? 0,
          onChange: setPage,
          showSizeChanger: false,
          showTotal: (total) => `共 ${total} 家`,
          size: 'small',
        }}
      />
    </>
  )
}

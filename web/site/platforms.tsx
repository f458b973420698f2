import { Button } from 'antd'
import { useState } from 'react'
import { platformLogins, platformProtocols, platforms, type PlatformRow } from '../../contract/site/platforms.ts'
import { call } from '../api.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { PlatformLogo } from '../shell/outside-link.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'
import { toast } from '../toast.ts'

const PlatformDialog = lazyPart(() => import('./platform-dialog.client.tsx').then((m) => m.PlatformDialog))
const PlatformTrial = lazyPart(() => import('./platform-trial.client.tsx').then((m) => m.PlatformTrial))

/** What becomes of the links that lead there. */
const removalOf = ({ protocol, linkNum }: PlatformRow): string =>
  protocol === 'oidc' && linkNum > 0
    ? `首页菜单和页脚有 ${linkNum} 个链接通向它：链接保留，但打开时不再自动登录。`
    : linkNum > 0
      ? `首页菜单和页脚有 ${linkNum} 个链接通向它，链接保留；还有带签名的链接时不能删除。`
      : '没有链接通向它。'

const LIST = 'platforms'
const columns = fieldsOf(
  platforms.list,
  { key: 'keyword', label: '关键词', on: ['search'], placeholder: '名称、地址' },
  {
    key: 'name',
    label: '平台',
    on: ['table'],
    width: 180,
    card: 'title',
    show: (row) => (
      <>
        {row.logo && <PlatformLogo logo={row.logo} />}
        {row.name}
      </>
    ),
  },
  { key: 'url', label: '地址', on: ['table'], width: 260 },
  {
    key: 'protocol',
    label: '接入方式',
    on: ['table'],
    width: 220,
    show: (row) =>
      row.login
        ? `${platformProtocols[row.protocol]} · ${platformLogins[row.login]}${row.configured ? '' : '（未配置密钥，暂不能登录）'}`
        : row.protocol === 'oidc' && !row.configured
          ? `${platformProtocols.oidc}（未配置统一登录，打开时不登录）`
          : platformProtocols[row.protocol],
  },
  { key: 'hosts', label: '域名', on: ['table'], width: 220, show: (row) => row.hosts.join('、') },
  { key: 'linkNum', label: '首页链接', kind: 'number', on: ['table'], width: 100 },
  {
    key: 'enableFlag',
    label: '状态',
    on: ['table'],
    width: 100,
    show: (row) => <StatusTag tone={row.enableFlag === 1 ? 'done' : 'off'}>{row.enableFlag === 1 ? '启用' : '停用'}</StatusTag>,
  },
)
const criteria = searchFields(columns)
const shape = searchShape(criteria)
/** 平台管理: external systems to which the site links; links are signed only for their hosts. */
export default function Platforms() {
  const refresh = useRefreshList(LIST)
  const [tried, setTried] = useState<PlatformRow | null>(null)
  const [editing, setEditing] = useState<PlatformRow | 'new' | null>(null)
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        fields={columns}
        shape={shape}
        endpoint={platforms.list}
        first="还没有登记平台。首页菜单要带签名打开其他网站时，先在这里登记它的域名。"
        tools={
          <Button type="primary" onClick={() => setEditing('new')}>
            新增平台
          </Button>
        }
        actions={[
          { label: '试签', when: (row) => row.protocol === 'oidc', open: (row) => setTried(row) },
          { label: '编辑', open: (row) => setEditing(row) },
          {
            label: '删除',
            danger: true,
            ask: (row) => ({ title: `删除“${row.name}”？`, effect: removalOf(row) }),
            run: async (row) => {
              await call(platforms.remove, { body: { id: row.id, version: row.version } })
              toast.success('已删除')
              await refresh()
            },
          },
        ]}
      />
      {tried && <PlatformTrial platform={tried} onClose={() => setTried(null)} />}
      {editing && <PlatformDialog platform={editing === 'new' ? null : editing} onClose={() => setEditing(null)} onDone={refresh} />}
    </>
  )
}

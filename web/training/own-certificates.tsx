import { useQuery } from '@tanstack/react-query'
import { Button, Card } from 'antd'
import { certificate, type Certificate } from '../../contract/training/certificate.ts'
import { certificateStates } from '../../contract/training/states.ts'
import { call, saveBlob, type BlobAnswer } from '../api.ts'
import { ShortTable } from '../kit/table/short-table.tsx'
import { StatusTag } from '../kit/status-tag.tsx'

const NAME = ['training', 'ownCertificates']
const load = (paging: { page: number; pageSize: number }) => call(certificate.listMy, { query: paging }, { silent: true })

/** The certificates of a person or of a company's staff, with the hours of the year; nothing is shown when there are none. */
export function OwnCertificates() {
  const { data } = useQuery({ queryKey: [...NAME, 'year'], queryFn: () => load({ page: 1, pageSize: 1 }) })
  if (!data || data.total === 0) return null
  // The error has been shown.
  const pdf = async (one: Certificate) => {
    const file = await call(certificate.pdf, { query: { id: one.id } }).catch(() => null)
    if (file) saveBlob(file as BlobAnswer)
  }
  return (
    <Card title="培训证书" extra={`${data.year} 年 ${data.hours} 学时`} style={{ marginTop: 16 }}>
      <ShortTable<Certificate>
        name={NAME}
        load={load}
        width={900}
        columns={[
          { title: '编号', dataIndex: 'number', width: 150, className: 'num' },
          { title: '活动', dataIndex: 'title' },
          { title: '姓名', dataIndex: 'contact', width: 100 },
          { title: '学时', dataIndex: 'hours', width: 70 },
          { title: '发证日期', dataIndex: 'issueDate', width: 120, className: 'num' },
          {
            title: '状态',
            dataIndex: 'stateName',
            width: 100,
            render: (label: string, one) => <StatusTag tone={certificateStates.tones[one.state as 1]}>{label}</StatusTag>,
          },
          {
            title: '操作',
            key: 'act',
            width: 150,
            render: (_, one) => (
              <>
                {one.state === certificateStates.code.valid && (
                  <Button type="link" size="small" onClick={() => void pdf(one)} aria-label={`下载 PDF：${one.number}`}>
                    下载 PDF
                  </Button>
                )}
                <Button type="link" size="small" href={one.path} target="_blank" aria-label={`打印页：${one.number}`}>
                  打印页
                </Button>
              </>
            ),
          },
        ]}
      />
    </Card>
  )
}

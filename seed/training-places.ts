/** Street and position of the places in the made-up county. */
export const places: Readonly<Record<string, { street_id: string; lng: number; lat: number }>> = {
  县企业综合服务中心二楼报告厅: { street_id: '339999001', lng: 120.1531, lat: 29.121 },
  县经信局四楼会议室: { street_id: '339999001', lng: 120.1471, lat: 29.123 },
  县科技局三楼会议室: { street_id: '339999001', lng: 120.1491, lat: 29.117 },
  云溪开发区创业大厦: { street_id: '339999003', lng: 120.1521, lat: 29.2179 },
  县应急管理局培训教室: { street_id: '339999002', lng: 120.2827, lat: 29.1688 },
  县商务局一楼会议室: { street_id: '339999002', lng: 120.2857, lat: 29.1708 },
  县统计局会议室: { street_id: '339999001', lng: 120.1561, lat: 29.118 },
  县人力资源市场: { street_id: '339999002', lng: 120.2797, lat: 29.1678 },
}
export const agenda = [
  { time: '9:00—9:10', topic: '签到与开场', speaker: '' },
  { time: '9:10—10:20', topic: '政策要点与常见问题', speaker: '程砚（县经信局）' },
  { time: '10:30—11:30', topic: '材料准备与申报流程', speaker: '叶知微（县企业综合服务中心）' },
  { time: '11:30—12:00', topic: '现场答疑', speaker: '' },
]

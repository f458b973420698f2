import type { activityTypes } from '../contract/training/states.ts'

/**
 * Past activities of the last year and planned ones of the next months, besides those of training.ts that show each status. All fictional.
 */
const subjects: readonly (readonly [title: string, type: (typeof activityTypes)[number], place: number])[] = [
  ['惠企政策申报实务培训（第一期）', '培训', 0],
  ['惠企政策申报实务培训（第二期）', '培训', 0],
  ['小微企业贷款贴息讲座', '讲座', 1],
  ['车间数字化改造沙龙', '沙龙', 2],
  ['首次出口企业通关培训', '培训', 3],
  ['产业链上下游对接会', '对接会', 2],
  ['青年创业者路演', '路演', 2],
  ['企业标准编制培训', '培训', 4],
  ['专利检索与布局讲座', '讲座', 1],
  ['能源审计入门培训', '培训', 4],
  ['银企对接会（春季）', '对接会', 2],
  ['工业设计走进车间沙龙', '沙龙', 2],
  ['劳动用工合规讲座', '讲座', 0],
  ['职业卫生管理培训', '培训', 3],
  ['新材料成果路演', '路演', 2],
  ['财务人员继续教育培训', '培训', 0],
  ['绿色信贷对接会', '对接会', 1],
  ['商业秘密保护沙龙', '沙龙', 2],
  ['统计报表填报培训', '培训', 4],
  ['反诈与网络安全讲座', '讲座', 0],
  ['质量管理小组培训', '培训', 4],
]
export const places = [
  '县企业综合服务中心二楼报告厅',
  '县科技局三楼会议室',
  '云溪开发区创业大厦',
  '县应急管理局培训教室',
  '县经信局四楼会议室',
] as const

/** A past activity every nine days, of two to five hours, with repeated subjects. */
export const pastEvents = Array.from({ length: 38 }, (_, n) => {
  const [title, type, place] = subjects[n % subjects.length]!
  const seats = 24 + ((n * 7) % 40)
  const enrolled = Math.round(seats * (0.6 + ((n * 13) % 38) / 100))
  const attended = Math.round(enrolled * (0.7 + ((n * 5) % 25) / 100))
  const start = -50 - n * 9
  return {
    title: n < subjects.length ? title : title.replace(/（[^（）]*）$/, '') + '（上期）',
    type,
    start,
    hours: 2 + (n % 4),
    enrol: [start - 22, start - 2] as const,
    seats,
    enrolled,
    attended,
    evaluated: Math.round(attended * 0.7),
    place: places[place]!,
  }
})

/** Already published; enrolment starts in some weeks. */
export const plannedEvents = Array.from({ length: 5 }, (_, n) => {
  const [title, type, place] = subjects[(n * 4 + 1) % subjects.length]!
  return {
    title: title.replace(/（[^（）]*）$/, '') + '（明年第一期）',
    type,
    start: 55 + n * 14,
    hours: 3,
    enrol: [20 + n * 12, 50 + n * 14] as const,
    seats: 40,
    place: places[place]!,
  }
})

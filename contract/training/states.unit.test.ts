import { expect, test } from 'vitest'
import { trainingStatus } from './states.ts'

test('M013 M014 M015 M016 M017 M018 M019 M020 M021 M022 M023 M024 M025: plans and activities have these thirteen state names', () => {
  expect(Object.values(trainingStatus.labels)).toEqual([
    '未开始',
    '未发布',
    '进行中',
    '已结束',
    '已延期',
    '待报名',
    '报名中',
    '待举办',
    '举办中',
    '待评价',
    '审核未通过',
    '已取消',
    '待审核',
  ])
})

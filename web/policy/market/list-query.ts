/** Query keys of the list call that an address may carry. */
export const listKeys = [
  'q',
  'exact',
  'without',
  'policyDepId',
  'supportMode',
  'level',
  'industry',
  'labelId',
  'status',
  'startTime',
  'endTime',
  'deadlineStart',
  'deadlineEnd',
  'sort',
  'page',
] as const
export const facetKeys = listKeys.filter((key) => key !== 'sort' && key !== 'page')
/** 政策超市 also tells policies of the county from those of other places; the figure on the home page leads to the former. */
export const marketKeys = [...listKeys, 'outside'] as const
export const marketFacetKeys = [...facetKeys, 'outside'] as const
/** Open policies are the default; the others are one click away (ux §5, 14). */
export const DEFAULT_STATUS = 'open'

import type { ThemeConfig } from 'antd'

/** The visual language for antd (ux §3.3), the same values as web/styles/tokens.css. */
export const theme: ThemeConfig = {
  cssVar: { prefix: 'qf', key: 'qifu' },
  hashed: false,
  token: {
    colorPrimary: '#0F4C92', colorPrimaryHover: '#1B62B0', colorPrimaryActive: '#0A376B', colorPrimaryBg: '#E8F0F8', colorPrimaryBgHover: '#DCE8F5',
    colorLink: '#0F4C92', colorLinkHover: '#1B62B0', colorLinkActive: '#0A376B', colorInfo: '#1F6491', colorSuccess: '#1C7547',
    colorWarning: '#8F5400', colorError: '#B3261E', colorSuccessBg: '#E6F3EB', colorWarningBg: '#FBF1DF', colorErrorBg: '#FBEAE8',
    colorInfoBg: '#E8F0F8', colorText: '#1B2733', colorTextHeading: '#14202C', colorTextSecondary: '#46535F', colorTextTertiary: '#5A6874',
    colorTextDescription: '#5A6874', colorTextPlaceholder: '#6B7885', colorTextDisabled: '#7F8B97', colorBorder: '#7F8B97',
    colorBorderSecondary: '#D4DAE0', colorSplit: '#E3E8ED', colorBgLayout: '#F4F6F8', colorBgContainer: '#FFFFFF', colorBgElevated: '#FFFFFF',
    colorFillAlter: '#F4F6F8', borderRadius: 4, borderRadiusLG: 6, borderRadiusSM: 2, fontSize: 14, fontSizeLG: 16, fontSizeHeading1: 32,
    fontSizeHeading2: 26, fontSizeHeading3: 22, fontSizeHeading4: 18, fontSizeHeading5: 16, lineHeight: 1.6, controlHeight: 36, controlHeightLG: 44,
    controlHeightSM: 28, lineWidthFocus: 3, wireframe: false, motionDurationFast: '0.1s', motionDurationMid: '0.16s', motionDurationSlow: '0.2s',
    fontFamily: 'var(--font)',
  },
  components: {
    Layout: { headerBg: '#FFFFFF', siderBg: '#FFFFFF', bodyBg: '#F4F6F8', headerHeight: 56, footerBg: '#16283D' },
    Menu: { itemHeight: 40, itemBorderRadius: 4, itemSelectedBg: '#E8F0F8', itemSelectedColor: '#0F4C92', horizontalItemSelectedColor: '#0F4C92', activeBarHeight: 3, activeBarBorderWidth: 0 },
    Table: { headerBg: '#EEF2F6', headerColor: '#1B2733', headerSplitColor: 'transparent', rowHoverBg: '#F4F8FC', rowSelectedBg: '#E8F0F8', borderColor: '#E3E8ED', cellPaddingBlock: 14, cellPaddingBlockMD: 10, cellPaddingBlockSM: 6, cellPaddingInlineSM: 10, cellFontSizeSM: 13 },
    Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500, contentFontSizeLG: 16 },
    Card: { headerFontSize: 16, bodyPadding: 20 },
    Tabs: { titleFontSize: 15, itemSelectedColor: '#0F4C92', inkBarColor: '#0F4C92' },
    Form: { labelColor: '#1B2733', itemMarginBottom: 20, verticalLabelPadding: '0 0 6px' },
    Tag: { defaultBg: '#EDF0F3', defaultColor: '#46535F' },
    Descriptions: { labelBg: '#F4F6F8', labelColor: '#46535F' },
    Modal: { titleFontSize: 18 },
    Pagination: { itemActiveBg: '#0F4C92', itemActiveColor: '#FFFFFF', itemActiveColorHover: '#FFFFFF' },
  },
}

/** 长辈版: larger type and targets (ux §3.5). */
export const elderTheme: ThemeConfig = {
  ...theme,
  token: { ...theme.token, fontSize: 18, fontSizeLG: 20, controlHeight: 52, controlHeightLG: 60, controlHeightSM: 44 },
  components: { ...theme.components, Form: { ...theme.components?.Form, itemMarginBottom: 28 } },
}

import AppsOutlined from '@mui/icons-material/AppsOutlined'
import AssessmentOutlined from '@mui/icons-material/AssessmentOutlined'
import CampaignOutlined from '@mui/icons-material/CampaignOutlined'
import ManageHistoryOutlined from '@mui/icons-material/ManageHistoryOutlined'
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined'
import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined'
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { ComponentType } from 'react'
import type { MenuGroup } from '#resources/menu.ts'

/** The picture of each menu group. */
export const menuIcons: Readonly<Record<MenuGroup, ComponentType<SvgIconProps>>> = {
  principal: SpaceDashboardOutlined,
  registers: StorefrontOutlined,
  advertising: CampaignOutlined,
  financial: PaymentsOutlined,
  reports: AssessmentOutlined,
  management: ManageHistoryOutlined,
  more: AppsOutlined,
}

import { Fragment } from 'react'
import { useTranslate } from 'react-admin'
import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { formatPercent } from '#engine/ui/fields/format.ts'
import { useFieldLabel, useResourceName } from '#engine/ui/fields/labels.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { AffiliateRows } from './AffiliateRows.tsx'
import { countBelow, type Partner, type PartnerNode } from './hierarchyTree.ts'
import { columns, NameCell, RowButton, RowLink, Toggle, WideCell } from './rowParts.tsx'
import { TreeRow } from './TreeGrid.tsx'

/** What the rows are given by the page. */
export interface TreeHandlers {
  readonly isOpen: (partner: number) => boolean
  readonly onToggle: (partner: number) => void
  /** Absent where one may not change partners. */
  readonly onEdit: ((partner: Partner) => void) | undefined
  readonly onMove: ((affiliate: { id: number; name: string }, from: number | null) => void) | undefined
  /** The partner one came for. */
  readonly marked: number | null
}

/** A partner, and below it, where it is open, the partners and affiliates that hang on it. */
export function PartnerRows({
  node,
  level,
  isFirst = false,
  handlers,
}: {
  node: PartnerNode
  level: number
  isFirst?: boolean
  handlers: TreeHandlers
}) {
  const { partner, children } = node
  const label = useFieldLabel()
  const hasBelow = children.length > 0 || partner.affiliateCount > 0
  const isOpen = handlers.isOpen(partner.id)
  return (
    <>
      <TreeRow
        id={`partner-${partner.id}`}
        level={level}
        isOpen={hasBelow ? isOpen : undefined}
        isFirst={isFirst}
        isMarked={handlers.marked === partner.id}
      >
        <NameCell
          level={level}
          icon={<HandshakeOutlined fontSize="small" />}
          toggle={
            hasBelow && <Toggle isOpen={isOpen} name={partner.name} onToggle={() => handlers.onToggle(partner.id)} />
          }
        >
          <Typography variant="body2" component="div" sx={{ fontWeight: 600 }}>
            <RowLink resource="partner" id={partner.id}>
              {partner.name}
            </RowLink>
          </Typography>
          <Below node={node} isOpen={isOpen} />
        </NameCell>
        <Facts node={node} />
        <Actions partner={partner} onEdit={handlers.onEdit} />
      </TreeRow>
      {isOpen && partner.affiliateCount > 0 && (
        <AffiliateRows
          partner={partner.id}
          title={label('partner', 'affiliates')}
          count={partner.affiliateCount}
          level={level + 1}
          onMove={handlers.onMove}
        />
      )}
      {isOpen &&
        children.map((child) => (
          <PartnerRows key={child.partner.id} node={child} level={level + 1} handlers={handlers} />
        ))}
    </>
  )
}

function Facts({ node: { partner, level } }: { node: PartnerNode }) {
  const language = useLanguage()
  return (
    <>
      <WideCell width={columns.level}>
        <Typography variant="body2" title={level?.expression ?? undefined}>
          {level?.name}
        </Typography>
      </WideCell>
      <WideCell width={columns.percentage} isNumber>
        <Typography variant="body2">{formatPercent(partner.percentage, { language })}</Typography>
      </WideCell>
      <WideCell width={columns.abatement} isNumber>
        <Typography variant="body2">{formatPercent(partner.abatement, { language })}</Typography>
      </WideCell>
      <WideCell width={columns.affiliates} isNumber>
        <Typography variant="body2">{partner.affiliateCount}</Typography>
      </WideCell>
    </>
  )
}

/** Sub brands, how many partners a closed row hides, and on narrow screens what the columns would say. */
function Below({ node, isOpen }: { node: PartnerNode; isOpen: boolean }) {
  const translate = useTranslate()
  const label = useFieldLabel()
  const resourceName = useResourceName()
  const language = useLanguage()
  const { partner, level } = node
  const hidden = isOpen ? 0 : countBelow(node)
  const facts = [
    level?.name,
    `${label('partner', 'percentage')} ${formatPercent(partner.percentage, { language })}`,
    `${label('partner', 'abatement')} ${formatPercent(partner.abatement, { language })}`,
  ]
  return (
    <>
      <Typography variant="caption" color="textSecondary" component="div" sx={{ display: { md: 'none' } }}>
        {facts.filter(Boolean).join(' · ')}
      </Typography>
      {(partner.subBrands.length > 0 || hidden > 0) && (
        <Typography variant="caption" color="textSecondary" component="div">
          {hidden > 0 && translate('panels.hierarchy.below', { smart_count: hidden })}
          {hidden > 0 && partner.subBrands.length > 0 && ' · '}
          {partner.subBrands.length > 0 && `${resourceName('subBrand', partner.subBrands.length)}: `}
          {partner.subBrands.map(({ id, name }, index) => (
            <Fragment key={id}>
              {index > 0 && ', '}
              <RowLink resource="subBrand" id={id}>
                {name}
              </RowLink>
            </Fragment>
          ))}
        </Typography>
      )}
    </>
  )
}

function Actions({ partner, onEdit }: { partner: Partner; onEdit: TreeHandlers['onEdit'] }) {
  const translate = useTranslate()
  return (
    <Box role="gridcell" sx={{ flex: 'none', minWidth: { md: 90 }, textAlign: 'right' }}>
      {onEdit && (
        <RowButton
          onClick={() => onEdit(partner)}
          label={translate('panels.hierarchy.editNamed', { name: partner.name })}
        >
          {translate('panels.hierarchy.edit')}
        </RowButton>
      )}
    </Box>
  )
}

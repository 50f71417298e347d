import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { formatMoney, formatNumber } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import {
  type PlaceMeasure,
  placeMeasures,
  type PlaceName,
  placeNames,
  type PlacesAnswer,
  type PlaceSums,
} from '../../answers/geolocation.ts'
import { finerThan, groupPlaces, type PlaceGroup } from './groupPlaces.ts'
import { usePlaceText } from './usePlaceOptions.ts'

interface PlaceTableProps {
  readonly answer: Pick<PlacesAnswer, 'rows'> & { readonly total: PlaceSums; readonly currency: string | undefined }
  readonly by: PlaceName
  /** The chosen one; its states are called by their names. */
  readonly country: string
  /** The one that the bars show and that the lines are ranked by. */
  readonly measure: PlaceMeasure
  readonly onMeasure: (measure: PlaceMeasure) => void
  readonly onBy: (by: PlaceName) => void
  readonly onChoose: (place: string) => void
}

/** The places, ranked: a bar each, and every number beside it. Opening one shows what lies inside it. */
export function PlaceTable(props: PlaceTableProps) {
  const translate = useTranslate()
  const { answer, by, measure, onMeasure } = props
  const groups = groupPlaces(answer, by, measure)
  return (
    <>
      <Choices {...props} />
      {groups.length === 0 ? (
        <Typography sx={{ p: 4, textAlign: 'center' }} color="textSecondary">
          {translate('resourcePages.report.empty')}
        </Typography>
      ) : (
        <Table
          size="small"
          sx={{
            '& th, & td': { px: { xs: 1, sm: 2 } },
            '& td, & tfoot th': { fontVariantNumeric: 'tabular-nums' },
            '& tbody > tr:last-of-type > *': { borderBottom: 1, borderColor: 'divider' },
            '& tfoot > * > *': { fontWeight: 700, color: 'text.primary', fontSize: '0.875rem', borderBottom: 0 },
          }}
        >
          <TableHead>
            <TableRow>
              <TableCell>{translate(`moneyPages.geolocation.places.${by}`)}</TableCell>
              {placeMeasures.map((each) => (
                <TableCell
                  key={each}
                  align="right"
                  sortDirection={each === measure ? 'desc' : false}
                  sx={{ ...shownFor(each, measure), whiteSpace: 'nowrap' }}
                >
                  <TableSortLabel active={each === measure} direction="desc" onClick={() => onMeasure(each)}>
                    {translate(`measures.${each}`)}
                  </TableSortLabel>
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {groups.map((group) => (
              <PlaceLine
                key={group.key}
                {...props}
                group={group}
                largest={Math.max(...groups.map((each) => each[measure]), 0)}
              />
            ))}
          </TableBody>
          <TableFooter>
            <TableRow>
              <TableCell component="th" scope="row">
                {translate('resourcePages.report.total')}
              </TableCell>
              <Numbers sums={answer.total} currency={answer.currency} measure={measure} />
            </TableRow>
          </TableFooter>
        </Table>
      )}
    </>
  )
}

/** On a narrow screen there is room for the chosen measure alone. */
const shownFor = (each: PlaceMeasure, measure: PlaceMeasure) =>
  each === measure ? {} : { display: { xs: 'none', md: 'table-cell' } }

function Choices({ by, measure, onBy, onMeasure }: PlaceTableProps) {
  const translate = useTranslate()
  const label = translate('moneyPages.geolocation.by')
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'center',
        px: 1.5,
        py: 1.25,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <ToggleButtonGroup
        exclusive
        size="small"
        value={by}
        aria-label={label}
        onChange={(_, chosen: PlaceName | null) => {
          if (chosen) onBy(chosen)
        }}
      >
        {placeNames.map((name) => (
          <ToggleButton key={name} value={name} sx={{ py: 0.5 }}>
            {translate(`moneyPages.geolocation.places.${name}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <TextField
        select
        size="small"
        margin="none"
        label={translate('moneyPages.geolocation.measure')}
        value={measure}
        onChange={({ target }) => onMeasure(target.value as PlaceMeasure)}
        sx={{ width: 200, display: { md: 'none' } }}
      >
        {placeMeasures.map((each) => (
          <MenuItem key={each} value={each}>
            {translate(`measures.${each}`)}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  )
}

function PlaceLine({
  answer,
  group,
  by,
  measure,
  country,
  largest,
  onChoose,
}: PlaceTableProps & { group: PlaceGroup; largest: number }) {
  const translate = useTranslate()
  const text = usePlaceText(country)
  const name = group.isOthers ? translate('resourcePages.report.others') : text(by, group.place)
  const { place } = group
  const leadsOn = place !== null && finerThan(by) !== null
  const share = largest > 0 ? Math.max(0, (group[measure] / largest) * 100) : 0
  return (
    <TableRow hover>
      <TableCell component="th" scope="row" sx={{ width: { xs: '70%', md: '45%' } }}>
        {leadsOn ? (
          <MuiLink
            component="button"
            type="button"
            underline="hover"
            onClick={() => onChoose(place)}
            sx={{ textAlign: 'start', fontSize: 'inherit', overflowWrap: 'anywhere' }}
          >
            {name}
          </MuiLink>
        ) : (
          <Box component="span" sx={{ overflowWrap: 'anywhere', color: place === null ? 'text.secondary' : undefined }}>
            {name}
          </Box>
        )}
        <Box aria-hidden sx={{ mt: 0.5, height: 6, borderRadius: 3, bgcolor: 'action.hover' }}>
          <Box
            sx={{
              width: `${share}%`,
              minWidth: share > 0 ? 2 : 0,
              height: '100%',
              borderRadius: 3,
              bgcolor: 'primary.main',
            }}
          />
        </Box>
      </TableCell>
      <Numbers sums={group} currency={answer.currency} measure={measure} />
    </TableRow>
  )
}

function Numbers({
  sums,
  currency,
  measure,
}: {
  sums: PlaceSums
  currency: string | undefined
  measure: PlaceMeasure
}) {
  const language = useLanguage()
  return placeMeasures.map((each) => (
    <TableCell
      key={each}
      align="right"
      sx={{ ...shownFor(each, measure), fontWeight: each === measure ? 600 : undefined }}
    >
      {each === 'deposits' ? formatMoney(sums[each], { language, currency }) : formatNumber(sums[each], { language })}
    </TableCell>
  ))
}

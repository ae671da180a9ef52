import * as v from 'valibot';
import createKey from '../../../../functions/api_keys/create.ts';
import getMe from '../../../../functions/me/get.ts';
import createPreview from '../../../../functions/previews/create.ts';
import { AuthorCreateInput, AuthorEditInput } from '../../../../shared/people/authors/input.ts';
import { Author } from '../../../../shared/people/authors/present.ts';
import { AuthorStatus } from '../../../../shared/people/authors/record.ts';
import { BadgeCreateInput, BadgeInput } from '../../../../shared/taxonomy/badges/input.ts';
import { Badge } from '../../../../shared/taxonomy/badges/present.ts';
import { id, imageCrops } from '../../../../shared/platform/values/fields.ts';
import { Permission } from '../../../../shared/platform/site/permissions.ts';
import { BulkAnswer, BulkItem } from '../../../../shared/library/dam/bulk/input.ts';
import { AssetCreateInput, AssetEditInput } from '../../../../shared/library/dam/input.ts';
import { AssetList } from '../../../../shared/library/dam/list/list.ts';
import { Asset } from '../../../../shared/library/dam/present.ts';
import { Document } from '../../../../shared/library/documents/present.ts';
import { EmptyObject } from '../../../../shared/platform/http/endpoint.ts';
import { ImageEditInput } from '../../../../shared/library/images/input.ts';
import { Image } from '../../../../shared/library/images/present.ts';
import { ApiKey } from '../../../../shared/people/keys/list.ts';
import { Like } from '../../../../shared/posts/counters/likes/like.ts';
import { OrderAnswer, OrderInput } from '../../../../shared/posts/order/record.ts';
import { PostAnswer } from '../../../../shared/posts/record/answer.ts';
import {
  DraftCreateInput,
  DraftEditInput,
  PostCreateInput,
  PostEditInput,
} from '../../../../shared/posts/record/input.ts';
import { Listicle, Product } from '../../../../shared/posts/record/listicle.ts';
import { PostStatus } from '../../../../shared/posts/record/record.ts';
import { ScraperResult } from '../../../../shared/scraper/result.ts';
import {
  SectionCreateInput,
  SectionInput,
  TagCreateInput,
  TagInput,
} from '../../../../shared/taxonomy/sections/input.ts';
import { Section } from '../../../../shared/taxonomy/sections/present.ts';
import { PageSettings } from '../../../../shared/taxonomy/sections/record.ts';
import { UploadForm, UploadInput } from '../../../../shared/library/uploads/create.ts';

/** The body of every error. `data` has what the client needs to go on, where the endpoint says so. */
const ErrorBody = v.object({
  status: v.object({ code: v.string(), messages: v.array(v.string()) }),
  data: v.nullable(v.record(v.string(), v.unknown())),
});

/** Schemas that are named in the document; others are inline. */
export const ANSWERED = {
  Error: ErrorBody,
  EmptyObject,
  Author,
  ApiKey,
  NewApiKey: createKey.answer,
  NewPreview: createPreview.answer,
  Me: getMe.answer,
  Section,
  SectionFields: v.partial(Section),
  PageSettings,
  Badge,
  Post: PostAnswer,
  PostFields: v.partial(PostAnswer),
  PostStatus,
  Listicle,
  Product,
  ImageCrops: imageCrops,
  Order: OrderAnswer,
  Like,
  Image,
  ImageOrImages: v.union([Image, v.array(Image)]),
  Document,
  Asset,
  AssetList,
  BulkAnswer,
  UploadForm,
  ScraperResult,
} satisfies Record<string, v.GenericSchema>;

export const SENT = {
  IdInput: id,
  AuthorStatus,
  Permission,
  AuthorCreate: AuthorCreateInput,
  AuthorEdit: AuthorEditInput,
  SectionCreate: SectionCreateInput,
  SectionEdit: SectionInput,
  TagCreate: TagCreateInput,
  TagEdit: TagInput,
  BadgeCreate: BadgeCreateInput,
  BadgeEdit: BadgeInput,
  DraftCreate: DraftCreateInput,
  DraftEdit: DraftEditInput,
  PostCreate: PostCreateInput,
  PostEdit: PostEditInput,
  ListicleInput: Listicle,
  ProductInput: Product,
  ImageCropsInput: imageCrops,
  OrderInput,
  ImageEdit: ImageEditInput,
  AssetCreate: AssetCreateInput,
  AssetEdit: AssetEditInput,
  BulkItem,
  UploadInput,
} satisfies Record<string, v.GenericSchema>;

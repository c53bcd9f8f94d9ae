"""What the server tells about products."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from ._values import time_or_none

ProductField = Literal["stock_total", "updated_at", "state"]
"""The fields that the product list has only on request."""


@dataclass(frozen=True)
class Product:
    """A product in the product list. The fields of ``ProductField`` are None unless they were requested."""

    id: int
    art_no: str
    """The item number."""
    pic: str
    """The address of its first picture; may be empty."""
    stock_total: int | None = None
    """The sum of its quantities."""
    updated_at: datetime | None = None
    """The last change of the product itself, without its stock."""
    state: str | None = None
    """``on_sale`` or ``delisted``; a newer server may have more."""

    @classmethod
    def _from(cls, json: Any) -> Product:
        return cls(
            json["id"],
            json["artNo"],
            json["pic"],
            json.get("stockTotal"),
            time_or_none(json.get("updatedAt")),
            json.get("state"),
        )


@dataclass(frozen=True)
class ProductPage:
    """One page of the product list."""

    total_pages: int
    products: tuple[Product, ...]

    @classmethod
    def _from(cls, json: Any) -> ProductPage:
        return cls(json["totalPages"], tuple(map(Product._from, json["data"])))


@dataclass(frozen=True)
class ProductAttribute:
    """An attribute of a product, such as its material."""

    name: str
    value: str


@dataclass(frozen=True)
class ProductSku:
    """One colour of a product."""

    color: str
    size: str
    """Sizes, comma-separated."""
    stock_num: str | None
    """Quantities, comma-separated, in the order of the sizes."""
    sku_img: str | None
    """The picture of the colour."""

    def stock_by_size(self) -> dict[str, int]:
        """Returns the quantities by their sizes; a missing quantity is 0."""
        quantities = [int(it) for it in (self.stock_num or "").split(",") if it.strip()]
        sizes = [it.strip() for it in self.size.split(",") if it.strip()]
        return {size: quantities[index] if index < len(quantities) else 0 for index, size in enumerate(sizes)}

    @classmethod
    def _from(cls, json: Any) -> ProductSku:
        return cls(json["color"], json["size"], json.get("stockNum"), json.get("skuImg"))


@dataclass(frozen=True)
class ProductDetail:
    """Everything the platform tells about a product. Texts may be empty."""

    category_id_tree: str | None
    """Comma-separated."""
    category_name_tree: str | None
    """Comma-separated, in the same order."""
    description: str
    """HTML."""
    imgs: tuple[str, ...]
    """Addresses of pictures."""
    price: Decimal
    outer_id: str
    """Store, item number and price, separated by ``/``."""
    pic_url: str
    attributes: tuple[ProductAttribute, ...]
    skus: tuple[ProductSku, ...]
    store_url: str
    store_name: str
    title: str
    video: str | None

    @classmethod
    def _from(cls, json: Any) -> ProductDetail:
        return cls(
            category_id_tree=json.get("categoryIdTree"),
            category_name_tree=json.get("categoryNameTree"),
            description=json["description"],
            imgs=tuple(json["imgs"]),
            price=Decimal(json["price"]),
            outer_id=json["outerId"],
            pic_url=json["picUrl"],
            attributes=tuple(ProductAttribute(it["name"], it["value"]) for it in json.get("attributes") or ()),
            skus=tuple(map(ProductSku._from, json.get("skus") or ())),
            store_url=json["storeUrl"],
            store_name=json["storeName"],
            title=json["title"],
            video=json.get("video"),
        )

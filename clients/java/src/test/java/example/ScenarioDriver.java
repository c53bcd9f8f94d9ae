package example;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import stockroom.client.BadRequestException;
import stockroom.client.CreateOptions;
import stockroom.client.CreateReport;
import stockroom.client.CreateStockException;
import stockroom.client.DeleteOptions;
import stockroom.client.InvalidCursorException;
import stockroom.client.NotAuthenticatedException;
import stockroom.client.RateLimitedException;
import stockroom.client.RefusedException;
import stockroom.client.StockroomClient;
import stockroom.client.StockroomException;
import stockroom.client.UnavailableException;
import stockroom.client.UndoOptions;
import stockroom.client.UnexpectedAnswerException;
import stockroom.client.model.AccountLimits;
import stockroom.client.model.ProductField;
import stockroom.client.model.PublishResult;
import stockroom.client.model.Push;
import stockroom.client.model.StockDeletion;
import stockroom.client.model.StockEntry;
import stockroom.client.model.StockFilter;
import stockroom.client.model.StockItem;
import stockroom.client.model.UndoResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Runs the scenarios of contract/client; its README describes drivers.
public final class ScenarioDriver {
    private static final JsonMapper JSON = JsonMapper.builder()
            .addMixIn(Push.Change.class, WithProductId.class)
            .addMixIn(UndoResult.Skipped.class, WithProductId.class)
            .addMixIn(PublishResult.class, WithPublishedId.class)
            .build();
    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private interface WithProductId {
        @JsonProperty("productid")
        int pid();
    }

    private interface WithPublishedId {
        @JsonProperty("pId")
        int pid();
    }

    private final StockroomClient client;

    private ScenarioDriver(StockroomClient client) {
        this.client = client;
    }

    @SuppressWarnings("SystemOut")
    public static void main(String[] args) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        ScenarioDriver driver = null;
        for (var line = in.readLine(); line != null; line = in.readLine()) {
            var order = JSON.readTree(line);
            if (driver == null || order.has("client")) {
                driver = new ScenarioDriver(client(order.path("client")));
                System.out.println(JSON.writeValueAsString(Map.of("result", driver.client.toString())));
            } else {
                System.out.println(JSON.writeValueAsString(driver.answer(order)));
            }
        }
    }

    private static StockroomClient client(JsonNode given) {
        var offset = Duration.ofSeconds(given.path("clockOffset").asLong(0));
        return StockroomClient.builder()
                .address(given.path("address").asString())
                .appid(given.path("appid").asString())
                .secret(given.path("secret").asString())
                .token(given.path("token").asString())
                .language(Locale.forLanguageTag(given.path("language").asString("en")))
                .clock(InstantSource.offset(InstantSource.system(), offset))
                .build();
    }

    private Map<String, @Nullable Object> answer(JsonNode order) {
        var answer = new LinkedHashMap<String, @Nullable Object>();
        try {
            answer.put("result", result(order.path("call").asString(), order.path("args")));
        } catch (StockroomException e) {
            answer.put("refused", refusal(e));
            answer.put("text", e.toString());
        } catch (RuntimeException e) {
            answer.put("crashed", e.toString());
        }
        return answer;
    }

    private @Nullable Object result(String call, JsonNode args) {
        int pid = args.path("pid").asInt(0);
        return switch (call) {
            case "products" ->
                taken(client.products(filter(args), fields(args)), args).toList();
            case "products_by_art_no" ->
                client.productsByArtNo(texts(args.path("artNos")), fields(args)).toList();
            case "product_page" ->
                client.productPage(
                        args.path("page").asInt(), args.path("pageSize").asInt(20), filter(args));
            case "stock" -> client.stock(pid);
            case "stock_as_of" ->
                args.has("push")
                        ? client.stockAsOf(pid, args.path("push").asLong())
                        : client.stockAsOf(pid, Instant.parse(args.path("time").asString()));
            case "stocks" -> stocks(client.stocks(numbers(args.path("pids"))));
            case "stocks_by_bar_code" -> stocks(client.stocksByBarCode(texts(args.path("barCodes"))));
            case "snapshot" -> {
                var snapshot = args.has("pids") ? client.snapshot(numbers(args.path("pids"))) : client.snapshot();
                yield map("stock", stocks(snapshot.stock()), "cursor", snapshot.cursor());
            }
            case "product_detail" -> client.productDetail(pid);
            case "report_publish_result" -> {
                client.reportPublishResult(JSON.treeToValue(args.path("result"), PublishResult.class));
                yield null;
            }
            case "limits" -> limits(client.limits());
            case "create_stock" -> report(client.createStock(entries(args), options(args)));
            case "delete_stock" ->
                map(
                        "push",
                        number(client.deleteStock(
                                deletions(args), new DeleteOptions(isDryRun(args), reference(args)))));
            case "undo" -> undo(args);
            case "changes" -> changes(args);
            case "change_page" -> {
                var page = client.changePage(
                        text(args.path("cursor")),
                        args.path("limit").asInt(100),
                        Duration.ofSeconds(args.path("wait").asInt(0)));
                yield map("pushes", pushes(page.pushes()), "cursor", page.cursor(), "more", page.more());
            }
            case "history" -> {
                var history = client.history(
                        number(args.path("pid")), text(args.path("color")), number(args.path("size")), reference(args));
                yield pushes(taken(history, args).toList());
            }
            default -> throw new IllegalArgumentException("unknown call: " + call);
        };
    }

    private static JsonNode limits(AccountLimits limits) {
        ObjectNode json = JSON.valueToTree(limits);
        ((ObjectNode) json.path("details"))
                .put("resetsAt", MILLIS.format(limits.details().resetsAt()));
        ((ObjectNode) json.path("token"))
                .put("expiresAt", MILLIS.format(limits.token().expiresAt()));
        return json;
    }

    private static <T> Stream<T> taken(Stream<T> all, JsonNode args) {
        return args.has("take") ? all.limit(args.path("take").asInt()) : all;
    }

    private static StockFilter filter(JsonNode args) {
        return StockFilter.valueOf(args.path("filter").asString("all").toUpperCase(Locale.ROOT));
    }

    private static ProductField[] fields(JsonNode args) {
        return args.path("fields")
                .valueStream()
                .map(field -> switch (field.asString()) {
                    case "stockTotal" -> ProductField.STOCK_TOTAL;
                    case "updatedAt" -> ProductField.UPDATED_AT;
                    default -> ProductField.STATE;
                })
                .toArray(ProductField[]::new);
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }

    private static List<Integer> numbers(JsonNode list) {
        return list.valueStream().map(JsonNode::asInt).toList();
    }

    private static @Nullable String text(JsonNode node) {
        return node.isString() ? node.asString() : null;
    }

    private static @Nullable Integer number(JsonNode node) {
        return node.isInt() ? node.asInt() : null;
    }

    private static @Nullable Long number(OptionalLong number) {
        return number.isPresent() ? number.getAsLong() : null;
    }

    private static boolean isDryRun(JsonNode args) {
        return args.path("dryRun").asBoolean(false);
    }

    private static @Nullable String reference(JsonNode args) {
        return text(args.path("reference"));
    }

    private static Object stocks(Map<Integer, List<StockItem>> stocks) {
        return stocks.entrySet().stream()
                .map(product -> map("productid", product.getKey(), "stock", product.getValue()))
                .toList();
    }

    private static List<StockEntry> entries(JsonNode args) {
        return args.path("entries")
                .valueStream()
                .map(entry -> new StockEntry(
                        entry.path("pid").asInt(0),
                        entry.path("color").asString(),
                        entry.path("size").asInt(),
                        entry.path("stock").asInt(0),
                        text(entry.path("barCode")),
                        number(entry.path("expected")),
                        number(entry.path("delta")),
                        entry.path("clearBarCode").asBoolean(false),
                        text(entry.path("artNo"))))
                .toList();
    }

    private static CreateOptions options(JsonNode args) {
        var options = CreateOptions.defaults();
        if (args.path("oneRequest").asBoolean(false)) {
            var key = text(args.path("idempotencyKey"));
            options = key == null ? options.asOneRequest() : options.asOneRequest(key);
        }
        options = options.withReference(reference(args));
        return isDryRun(args) ? options.asDryRun() : options;
    }

    private static List<StockDeletion> deletions(JsonNode args) {
        return args.path("deletions")
                .valueStream()
                .map(it -> new StockDeletion(
                        number(it.path("pid")),
                        text(it.path("artNo")),
                        it.path("color").asString(),
                        it.has("sizes") ? numbers(it.path("sizes")) : null))
                .toList();
    }

    private Object undo(JsonNode args) {
        var options = new UndoOptions(args.path("all").asBoolean(false), isDryRun(args), reference(args));
        var undone = client.undo(args.path("push").asLong(), options);
        return map(
                "push",
                number(undone.push()),
                "undone",
                undone.undone(),
                "conflicts",
                undone.conflicts(),
                "skipped",
                undone.skipped(),
                "replayed",
                undone.replayed());
    }

    private Object changes(JsonNode args) {
        var from = args.path("from");
        try (var changes = from.isString()
                ? client.changesFromStart()
                : from.isNumber() ? client.changesAfter(from.asLong()) : client.changes(text(args.path("cursor")))) {
            List<Push> read = new ArrayList<>();
            while (read.size() < args.path("take").asInt() && changes.hasNext()) {
                read.add(changes.next());
            }
            return map("pushes", pushes(read), "cursor", changes.cursor());
        }
    }

    private static List<JsonNode> pushes(List<Push> pushes) {
        return pushes.stream().map(ScenarioDriver::push).toList();
    }

    private static JsonNode push(Push push) {
        ObjectNode json = JSON.valueToTree(push);
        return json.put("at", MILLIS.format(push.at()));
    }

    private static Object report(CreateReport report) {
        return map(
                "states",
                report.states().stream()
                        .map(state -> state.name().toLowerCase(Locale.ROOT))
                        .toList(),
                "rejected",
                report.rejected().stream()
                        .map(it -> map(
                                "index", it.index(), "code", it.code(), "message", it.reason(), "stock", it.stock()))
                        .toList(),
                "requests",
                report.requests(),
                "pushes",
                report.pushes(),
                "replayed",
                report.replayed());
    }

    private static Object refusal(StockroomException e) {
        var refusal = map(
                "type",
                type(e),
                "status",
                e.status(),
                "code",
                e.code(),
                "message",
                e.reason(),
                "requestId",
                e.requestId(),
                "violations",
                e.violations().stream()
                        .map(it -> map("at", it.at(), "code", it.code(), "message", it.message(), "stock", it.stock()))
                        .toList(),
                "products",
                e.products());
        switch (e) {
            case CreateStockException ended -> refusal.put("report", report(ended.report()));
            case RateLimitedException limited ->
                refusal.put("retryAfter", limited.retryAfter().toSeconds());
            case UnavailableException unavailable ->
                refusal.put(
                        "retryAfter",
                        unavailable.retryAfter().map(Duration::toSeconds).orElse(null));
            default -> {}
        }
        return refusal;
    }

    private static String type(StockroomException e) {
        return switch (e) {
            case RefusedException _ -> "refused";
            case BadRequestException _ -> "bad_request";
            case NotAuthenticatedException _ -> "not_authenticated";
            case InvalidCursorException _ -> "invalid_cursor";
            case RateLimitedException _ -> "rate_limited";
            case UnavailableException _ -> "unavailable";
            case UnexpectedAnswerException _ -> "unexpected_answer";
            case CreateStockException _ -> "create_stock";
        };
    }

    private static Map<String, @Nullable Object> map(@Nullable Object... namesAndValues) {
        var map = new LinkedHashMap<String, @Nullable Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return map;
    }
}
